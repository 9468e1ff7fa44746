import { BYTE_ORDER_MARK, CSV_FORMAT, csvText, LINE_END } from '@daymark/contract/csvFormat';
import type { Timesheet } from './timesheet';

const COLUMNS = ['Day', 'Category', 'Task', 'Goal', 'Duration', 'Seconds'];

/** Returns the timesheet as CSV in UTF-8: one row for each task of a day, with the columns' names first. */
export async function timesheetTable({ entries }: Pick<Timesheet, 'entries'>): Promise<string> {
  const {
    default: { unparse },
  } = await import('papaparse');
  const rows = entries.map(({ day, category, task, goal, seconds }) => [
    day,
    csvText(category),
    csvText(task),
    csvText(goal),
    clockDuration(seconds),
    seconds,
  ]);
  return BYTE_ORDER_MARK + unparse([COLUMNS, ...rows], CSV_FORMAT) + LINE_END;
}

/** Formats a duration as spreadsheets read it: "1:05:09". */
function clockDuration(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
