import { useId } from 'react';
import type { TimesheetLine } from '../../../domain/insights/timesheet';
import type { WeekEvidence } from '../../../domain/reflections/weekEvidence';
import { startOfDay, weekdayDate } from '../../../lib/time/dates';
import { durationText, plainDuration } from '../../../lib/time/durationText';
import { Panel } from '../../../ui/layout/Panel';
import css from './WeekFigures.module.css';

/** The week's focus by goal and by category, and each kept plan against its day. */
export function WeekFigures({ evidence: { sheet, days } }: { evidence: WeekEvidence }) {
  const id = useId();
  const hasGoals = sheet.goals.some(({ id: goal }) => goal !== 0);
  return (
    <Panel className={css.figures} aria-labelledby={id}>
      <h2 id={id}>
        Focus <strong>{plainDuration(sheet.seconds / 60)}</strong>
      </h2>
      {sheet.seconds === 0 && <p>No focus sessions in this week.</p>}
      {hasGoals && <Times title="By goal" lines={sheet.goals} />}
      {sheet.seconds > 0 && <Times title="By category" lines={sheet.categories} />}
      {days.length > 0 ? (
        <table>
          <caption>Plan against day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Tasks done</th>
              <th scope="col">Planned</th>
              <th scope="col">Focus</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, planned, done, plannedMinutes, focusSeconds }) => (
              <tr key={day}>
                <th scope="row">{weekdayDate(startOfDay(day))}</th>
                <td>
                  {done} of {planned}
                </td>
                <td>{plainDuration(plannedMinutes)}</td>
                <td>{plainDuration(focusSeconds / 60)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p>Plan a day, and its plan is compared with the day here.</p>
      )}
    </Panel>
  );
}

function Times({ title, lines }: { title: string; lines: readonly TimesheetLine[] }) {
  const id = useId();
  return (
    <>
      <h3 id={id}>{title}</h3>
      <dl aria-labelledby={id}>
        {lines.map(({ id: key, name, seconds }) => (
          <div key={key}>
            <dt dir="auto">{name}</dt>
            <dd>{durationText(seconds / 60)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
