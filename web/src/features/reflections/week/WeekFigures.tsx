import { Fragment, useId } from 'react';
import { Link } from 'react-router-dom';
import type { TimesheetLine } from '../../../domain/insights/timesheet';
import type { WeekEvidence } from '../../../domain/reflections/weekEvidence';
import { paths } from '../../../lib/paths';
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
        <>
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
              {days.map(({ day, planned, done, plannedMinutes, focusSeconds, rest }) => (
                <Fragment key={day}>
                  <tr>
                    <th scope="row">
                      <Link to={`${paths.reflection}?day=${day}`}>
                        {weekdayDate(startOfDay(day))}
                      </Link>
                    </th>
                    <td>
                      {done} of {planned}
                    </td>
                    <td>{plainDuration(plannedMinutes)}</td>
                    <td>{plainDuration(focusSeconds / 60)}</td>
                  </tr>
                  {rest.length > 0 && (
                    <tr>
                      <td className={css.rest} colSpan={4} dir="auto">
                        {rest.join(' · ')}
                      </td>
                    </tr>
                  )}
                </Fragment>
              ))}
            </tbody>
          </table>
          {days.length < 7 && <p>Days without a plan aren’t listed.</p>}
        </>
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
