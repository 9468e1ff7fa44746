import { allDayOf, Event, isBusy } from '@daymark/contract/event';
import type { Owner } from '../owner';
import type { Ports } from '../ports';
import type { CalendarEntry } from './icalendar';

interface EntriesOptions {
  /** Leaves out events that are over by this moment, in ms. */
  from?: number;
  /** Replaces the title of every event. */
  title?: string;
}

/**
 * Yields a person's events for a calendar file, ordered by start. Without `title`, a time block has its task's title,
 * as in the app.
 */
export async function* calendarEntries(
  owner: Owner,
  { stores }: Ports,
  { from, title }: EntriesOptions = {},
): AsyncGenerator<CalendarEntry[]> {
  const conditions = from === undefined ? [] : [['endsAt', '>', from] as const];
  for await (const page of stores.events.stampedPages(owner, ...conditions)) {
    const events = page.map(({ record, changedAt }) => ({ ...Event.parse(record), changedAt }));
    const taskIds = title === undefined ? events.flatMap(({ taskId }) => taskId ?? []) : [];
    const tasks = await stores.tasks.stamped(owner, [...new Set(taskIds)]);
    const taskOf = new Map(tasks.map((task) => [task.record.id, task]));
    yield events.map(({ changedAt, ...event }) => {
      const { id, start, end, taskId } = event;
      const task = taskId === null ? undefined : taskOf.get(taskId);
      return {
        id,
        title: title ?? task?.record.title ?? event.title,
        start,
        end,
        days: allDayOf(event),
        isBusy: isBusy(event) || taskId !== null,
        changedAt: task && task.changedAt > changedAt ? task.changedAt : changedAt,
      };
    });
  }
}
