import { Download } from 'lucide-react';
import type { Period } from '../../domain/insights/period';
import type { Timesheet, TimesheetLine } from '../../domain/insights/timesheet';
import { saveFile } from '../../lib/browser/saveFile';
import { countText, percentText } from '../../lib/text/numbers';
import { durationText } from '../../lib/time/durationText';
import { colorStyle } from '../../lib/visibleColor';
import { Button } from '../../ui/controls/Button';
import { toast } from '../../ui/toasts/toast';
import { InsightPanel } from './InsightPanel';
import css from './TimesheetPanel.module.css';

/** At most this many tasks of a category are shown until the others are unfolded. */
const TASKS_SHOWN = 5;

interface TimesheetPanelProps {
  sheet: Timesheet;
  period: Period;
}

/** The focus time of the days by category and task, with its total, and as a file. */
export function TimesheetPanel({ sheet, period }: TimesheetPanelProps) {
  const { seconds, categories, goals, breakSeconds, gapSeconds } = sheet;
  const most = categories[0]?.seconds ?? 1;
  const download = async () => {
    const { timesheetTable } = await import('../../domain/insights/timesheetTable');
    const name = `daymark-timesheet-${period.from}-to-${period.to}.csv`;
    saveFile(new Blob([await timesheetTable(sheet)], { type: 'text/csv' }), name);
    toast({ title: 'The timesheet is downloaded', description: name });
  };
  return (
    <InsightPanel
      title="Timesheet"
      className={css.panel}
      actions={
        seconds > 0 && (
          <Button variant="outlined" size="small" onClick={() => void download()}>
            <Download size={16} aria-hidden="true" />
            Download CSV
          </Button>
        )
      }
    >
      {seconds === 0 ? (
        <p>No focus sessions in this period.</p>
      ) : (
        <>
          <ul aria-label="Timesheet">
            {categories.map((category) => (
              <li key={category.id}>
                <Line line={category} all={seconds} />
                <i
                  aria-hidden="true"
                  style={{
                    width: `${(category.seconds / most) * 100}%`,
                    ...(category.color && colorStyle(category.color)),
                  }}
                />
                <Tasks name={category.name} tasks={category.tasks.slice(0, TASKS_SHOWN)} />
                {category.tasks.length > TASKS_SHOWN && (
                  <details>
                    <summary>{countText(category.tasks.length - TASKS_SHOWN, 'more task')}</summary>
                    <Tasks
                      name={`More of ${category.name}`}
                      tasks={category.tasks.slice(TASKS_SHOWN)}
                    />
                  </details>
                )}
              </li>
            ))}
          </ul>
          <dl>
            <Sum name="Focus" seconds={seconds} isTotal />
            {goals.some(({ id: goal }) => goal !== 0) &&
              goals.map((goal) => (
                <Sum
                  key={goal.id}
                  name={goal.id === 0 ? 'Without a goal' : `Goal: ${goal.name}`}
                  seconds={goal.seconds}
                />
              ))}
            {breakSeconds > 0 && <Sum name="Breaks" seconds={breakSeconds} />}
            {gapSeconds > 0 && <Sum name="Pauses and gaps" seconds={gapSeconds} />}
          </dl>
          <p>
            Breaks, pauses and gaps are the time between the first and the last focus of each day.
          </p>
        </>
      )}
    </InsightPanel>
  );
}

function Tasks({ name, tasks }: { name: string; tasks: readonly TimesheetLine[] }) {
  return (
    <ul aria-label={name}>
      {tasks.map((task) => (
        <li key={task.id}>
          <Line line={task} />
        </li>
      ))}
    </ul>
  );
}

/** A line with its time, and with its share if `all` is given. */
function Line({ line: { name, seconds }, all }: { line: TimesheetLine; all?: number }) {
  return (
    <div className={css.line}>
      <span dir="auto">{name}</span>
      <strong>{secondsText(seconds)}</strong>
      <small>{all !== undefined && percentText(seconds / all)}</small>
    </div>
  );
}

function Sum({
  name,
  seconds,
  isTotal = false,
}: {
  name: string;
  seconds: number;
  isTotal?: boolean;
}) {
  return (
    <div className={css.line} data-total={isTotal}>
      <dt dir="auto">{name}</dt>
      <dd>{secondsText(seconds)}</dd>
    </div>
  );
}

/** Formats a time of at least a second. A time of less than a minute isn't "0m", because the person did record it. */
const secondsText = (seconds: number): string =>
  seconds < 60 ? `${seconds}s` : durationText(seconds / 60);
