import { quoted } from '../../lib/text/quoted';
import { isTopThreeFull, PRIORITIES_FULL, PRIORITIES_MAX } from '@daymark/contract/topThree';
import { use, useId, useState } from 'react';
import { TaskPressContext } from '../../records/tasks/taskPress';
import { todaysPriorities } from '../../domain/tasks/todaysPriorities';
import { TaskTime } from './TaskTime';
import css from './PlanStep.module.css';
import type { DayPlanning } from './useDayPlanning';
import { addedToTop3, removedFromTop3 } from '../../domain/tasks/taskRequests';
import type { ApplyChange } from './usePlanChange';
import type { ShownTask } from '../../domain/shownRecords';

interface TopThreeStepProps {
  planning: DayPlanning;
  onChange: ApplyChange;
}

/** The step for the three tasks that matter most today. */
export function TopThreeStep({ planning, onChange }: TopThreeStepProps) {
  const { day, now, tasks, todays } = planning;
  const onTaskPress = use(TaskPressContext);
  const help = useId();
  const priorities = todaysPriorities(tasks, now);
  const chosen = new Set(priorities.map(({ id }) => id));
  const isFull = isTopThreeFull(priorities.length);
  // Tasks that were chosen when the step opened come first. The order stays while the person chooses other tasks.
  const [first] = useState(chosen);
  const listed = [
    ...[...first].flatMap((id) => tasks.find((task) => task.id === id) ?? []),
    ...todays.filter(({ id }) => !first.has(id)),
  ];
  const choose = (task: ShownTask, isChosen: boolean) => {
    if (isChosen && isFull) return;
    const change = isChosen ? addedToTop3(task, priorities.length, day) : removedFromTop3(task);
    const decision = isChosen ? 'added to the top 3' : 'removed from the top 3';
    onChange(`${quoted(task.title)} ${decision}.`, change, `choice-${task.id}`);
  };
  if (listed.length === 0)
    return <p className={css.empty}>Nothing is planned for today. Go back to choose something.</p>;
  return (
    <>
      <p className={css.text} id={help} role="status">
        {isFull ? PRIORITIES_FULL : `${priorities.length} of ${PRIORITIES_MAX} chosen.`}
      </p>
      <ul className={css.list} aria-label="Today’s tasks">
        {listed.map((task) => (
          <li
            key={task.id}
            className={css.choice}
            onPointerDown={(press) => onTaskPress(task.id, press)}
          >
            <label data-disabled={isFull && !chosen.has(task.id)}>
              <input
                type="checkbox"
                id={`choice-${task.id}`}
                checked={chosen.has(task.id)}
                // Not `disabled`, so that the checkbox stays in the tab order and its description tells why it does
                // nothing.
                aria-disabled={isFull && !chosen.has(task.id)}
                aria-describedby={help}
                onChange={({ target }) => choose(task, target.checked)}
              />
              <span className={css.title}>
                <span dir="auto">{task.title}</span>
                {task.completed ? (
                  <small>Done</small>
                ) : (
                  <TaskTime task={task} planning={planning} />
                )}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </>
  );
}
