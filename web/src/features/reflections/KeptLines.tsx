import { Check, Circle } from 'lucide-react';
import { useId } from 'react';
import { startOfDay, weekdayName, type LocalDay } from '../../lib/dates';
import { useTasks } from '../tasks/taskQueries';
import css from './KeptLines.module.css';
import { keptLines } from './meantFor';
import { useMeantFor } from './reflectionQueries';

/** What the person meant to do on this day when they wrote the reflection before, and what came of it. */
export function KeptLines({ day }: { day: LocalDay }) {
  const meant = useMeantFor(day);
  const { data: tasks } = useTasks();
  const id = useId();
  if (!meant || !tasks) return null;
  const weekday = weekdayName(startOfDay(meant.from));
  return (
    <section className={css.kept} aria-labelledby={id}>
      <h2 id={id}>What you meant to do, from {weekday}’s reflection</h2>
      <ul>
        {keptLines(meant, tasks, day).map(({ line, isKept }) => (
          <li key={line} data-kept={isKept}>
            {isKept ? (
              <Check size={15} aria-hidden="true" />
            ) : (
              <Circle size={15} aria-hidden="true" />
            )}
            <span dir="auto">{line}</span>
            <small>{isKept ? 'Kept' : 'Missed'}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
