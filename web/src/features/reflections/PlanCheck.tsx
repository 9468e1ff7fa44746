import { Check, Circle } from 'lucide-react';
import { useId } from 'react';
import { personsDay, startOfDay, weekdayName, type LocalDay } from '../../lib/time/dates';
import { useNow } from '../../ui/hooks/useNow';
import { useTasks } from '../../records/tasks/taskQueries';
import css from './PlanCheck.module.css';
import { checkPlan } from '../../domain/reflections/writtenPlan';
import { useWrittenPlan } from '../../records/reflections/reflectionQueries';

/** Shows the plan for this day from the previous reflection, and which of its lines are done. */
export function PlanCheck({ day }: { day: LocalDay }) {
  const plan = useWrittenPlan(day);
  const { data: tasks } = useTasks();
  const hasEnded = personsDay(useNow()) > day;
  const id = useId();
  if (!plan || !tasks) return null;
  const weekday = weekdayName(startOfDay(plan.from));
  return (
    <section className={css.plan} aria-labelledby={id}>
      <h2 id={id}>
        {weekday}’s plan for {hasEnded ? 'this day' : 'today'}
      </h2>
      <ul>
        {checkPlan(plan, tasks, day).map(({ line, isDone }) => (
          <li key={line} data-done={isDone}>
            {isDone ? (
              <Check size={15} aria-hidden="true" />
            ) : (
              <Circle size={15} aria-hidden="true" />
            )}
            <span dir="auto">{line}</span>
            <small>{isDone ? 'Done' : hasEnded ? 'Not done' : 'Not yet'}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
