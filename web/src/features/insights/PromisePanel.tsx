import type { Category } from '@daymark/contract/category';
import { isOpen } from '@daymark/contract/task';
import { useState } from 'react';
import { promisedText } from '../../domain/planning/promisedDate';
import { reasonsFor } from '../../domain/planning/promises';
import type { ShownTask } from '../../domain/shownRecords';
import { usePromises } from '../../records/planning/usePromises';
import { SelectField } from '../../ui/fields/SelectField';
import { InsightPanel } from './InsightPanel';
import css from './PromisePanel.module.css';

/** At most this many tasks are offered, the newest ones. */
const OFFERED_MAX = 200;

interface PromisePanelProps {
  tasks: readonly ShownTask[];
  categories: readonly Category[];
  now: Date;
}

/** Says by which days a task or the open work of a category can be promised, and why. */
export function PromisePanel({ tasks, categories, now }: PromisePanelProps) {
  const found = usePromises(now);
  const [choice, setChoice] = useState<string>();
  const known = new Set(found?.known.map((task) => task.id));
  const offered = tasks.filter((task) => known.has(task.id)).slice(0, OFFERED_MAX);
  const areas = categories.filter(({ id: categoryId }) =>
    offered.some((task) => task.categoryId === categoryId),
  );
  const names = [
    ...areas.map((area) => `category-${area.id}`),
    ...offered.map((task) => `task-${task.id}`),
  ];
  const value = choice !== undefined && names.includes(choice) ? choice : (names[0] ?? '');
  const chosen = tasks.filter(
    (task) =>
      isOpen(task) && (value === `task-${task.id}` || value === `category-${task.categoryId}`),
  );
  const promise = found?.dateOf(chosen);
  const counts = {
    known: chosen.filter((task) => known.has(task.id)).length,
    unknown: chosen.filter((task) => !known.has(task.id)).length,
  };
  return (
    <InsightPanel title="A date you can promise" className={css.panel}>
      {names.length === 0 ? (
        <p>Give an open task an estimate to see by when it can be done.</p>
      ) : (
        <>
          <SelectField
            label="Work to promise"
            value={value}
            onChange={(event) => setChoice(event.target.value)}
          >
            {areas.length > 0 && (
              <optgroup label="Categories">
                {areas.map((area) => (
                  <option key={area.id} value={`category-${area.id}`}>
                    All open tasks of {area.name}
                  </option>
                ))}
              </optgroup>
            )}
            <optgroup label="Tasks">
              {offered.map((task) => (
                <option key={task.id} value={`task-${task.id}`}>
                  {task.title}
                </option>
              ))}
            </optgroup>
          </SelectField>
          <p role="status" className={css.date}>
            {promise
              ? promisedText(promise, now)
              : 'No date yet. That needs ten days with focus on tasks, and ten completed tasks with an estimate.'}
          </p>
          {promise && (
            <details>
              <summary>Why?</summary>
              <ul>
                {reasonsFor(promise, counts, now).map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </InsightPanel>
  );
}
