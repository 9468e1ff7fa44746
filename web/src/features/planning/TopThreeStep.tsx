import { PRIORITIES_FULL, PRIORITIES_MAX } from '@daymark/contract/task';
import { useId, useState } from 'react';
import { useTaskMutations } from '../tasks/taskQueries';
import { todaysPriorities } from '../tasks/todaysPriorities';
import css from './PlanStep.module.css';
import type { DayPlanning } from './useDayPlanning';

/** The fourth step: the three tasks that matter most today. */
export function TopThreeStep({ planning }: { planning: DayPlanning }) {
  const { now, tasks, todays } = planning;
  const { update } = useTaskMutations();
  const help = useId();
  const priorities = todaysPriorities(tasks, now);
  const chosen = new Set(priorities.map(({ id }) => id));
  const isFull = priorities.length >= PRIORITIES_MAX;
  // Those that are chosen already come first; the order then stays while others are chosen.
  const [first] = useState(chosen);
  const listed = [
    ...[...first].flatMap((id) => tasks.find((task) => task.id === id) ?? []),
    ...todays.filter(({ id }) => !first.has(id)),
  ];
  if (listed.length === 0)
    return <p className={css.empty}>Nothing is planned for today. Go back to choose something.</p>;
  return (
    <>
      <p className={css.text} id={help} role="status">
        {isFull ? PRIORITIES_FULL : `${priorities.length} of ${PRIORITIES_MAX} chosen.`}
      </p>
      <ul className={css.list} aria-label="Today’s tasks">
        {listed.map((task) => (
          <li key={task.id} className={css.choice}>
            <label data-disabled={isFull && !chosen.has(task.id)}>
              <input
                type="checkbox"
                checked={chosen.has(task.id)}
                // Not `disabled`: it stays in the order of Tab, and says why it does nothing.
                aria-disabled={isFull && !chosen.has(task.id)}
                aria-describedby={help}
                onChange={({ target }) => {
                  if (!target.checked) update(task.id, { isPriority: false });
                  else if (!isFull) update(task.id, { isPriority: true, order: priorities.length });
                }}
              />
              <span className={css.title}>
                <span dir="auto">{task.title}</span>
                {task.completed && <small>Done</small>}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </>
  );
}
