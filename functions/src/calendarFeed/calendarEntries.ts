import { allDayOf, Event, isBusy } from '@daymark/contract/event';
import { hasDay, repeatOf } from '@daymark/contract/repeats/occurrences';
import type { Owner } from '../owner';
import type { Ports } from '../ports';
import type { CalendarEntry } from './calendarEntry';

interface EntriesOptions {
  /** Leaves out events that are over by this moment, in ms. A series is over after its last event. */
  from?: number;
  /** Replaces the title of every event, and hides its place. */
  title?: string;
}

/** An event with the time of its last write. */
type Stamped = Event & { changedAt: Date };

/**
 * Yields a person's events for a calendar file, ordered by start. Without `title`, a time block has its task's title,
 * as in the app. An exception comes with its series. If its series is gone or lacks its day, the exception is an event
 * of its own.
 */
export async function* calendarEntries(
  owner: Owner,
  { stores }: Ports,
  { from, title }: EntriesOptions = {},
): AsyncGenerator<CalendarEntry[]> {
  const seriesById = new Map<number, Stamped>();
  /** Exceptions that start before their series, or have none. */
  const waiting: Stamped[] = [];
  const conditions = from === undefined ? [] : [['endsAt', '>', from] as const];
  for await (const page of stores.events.stampedPages(owner, ...conditions)) {
    const events = page.map(stampedEvent);
    for (const event of events) if (repeatOf(event)) seriesById.set(event.id, event);
    const isWaiting = ({ seriesId }: Event) => seriesId !== null && !seriesById.has(seriesId);
    waiting.push(...events.filter((event) => isWaiting(event) && !event.canceled));
    yield* entriesOf(events.filter((event) => !isWaiting(event)));
  }
  yield* entriesOf(waiting);

  async function* entriesOf(events: readonly Stamped[]): AsyncGenerator<CalendarEntry[]> {
    const listed = events.filter((event) => !event.canceled && !seriesOf(event));
    const exceptions = new Map<number, Stamped[]>();
    const series = listed.filter((event) => repeatOf(event));
    await Promise.all(
      series.map(async ({ id }) => void exceptions.set(id, await exceptionsOf(id))),
    );
    const taskOf = await tasksOf([...listed, ...[...exceptions.values()].flat()]);
    yield listed.map((event) => {
      const entry = entryOf(event, taskOf);
      const repeat = repeatOf(event);
      if (!repeat) return entry;
      const own = (exceptions.get(event.id) ?? []).map((exception) => ({
        day: exception.seriesDay ?? '',
        isCanceled: exception.canceled === true,
        entry: entryOf(exception, taskOf),
      }));
      const changedAt = [entry, ...own.map((one) => one.entry)].map((one) => one.changedAt);
      return { ...entry, changedAt: latestOf(changedAt), series: { repeat, exceptions: own } };
    });
  }

  function entryOf(event: Stamped, taskOf: Awaited<ReturnType<typeof tasksOf>>): CalendarEntry {
    const task = event.taskId === null ? undefined : taskOf.get(event.taskId);
    return {
      id: event.id,
      title: title ?? task?.record.title ?? event.title,
      start: event.start,
      end: event.end,
      days: allDayOf(event),
      isBusy: isBusy(event) || event.taskId !== null,
      place: title === undefined ? event.place : null,
      changedAt: task ? latestOf([task.changedAt, event.changedAt]) : event.changedAt,
      series: null,
    };
  }

  /** Returns the series to which an exception belongs, or undefined for an event of its own. */
  function seriesOf({ seriesId, seriesDay }: Event): Stamped | undefined {
    const series = seriesId === null ? undefined : seriesById.get(seriesId);
    const repeat = series && repeatOf(series);
    return repeat && seriesDay !== null && hasDay(series, repeat, seriesDay) ? series : undefined;
  }

  async function exceptionsOf(id: number): Promise<Stamped[]> {
    const found = await stores.events.findStamped(owner, ['seriesId', '==', id]);
    return found.map(stampedEvent).filter((event) => seriesOf(event));
  }

  async function tasksOf(events: readonly Stamped[]) {
    const ids = title === undefined ? events.flatMap(({ taskId }) => taskId ?? []) : [];
    const tasks = await stores.tasks.stamped(owner, [...new Set(ids)]);
    return new Map(tasks.map((task) => [task.record.id, task]));
  }
}

const stampedEvent = ({ record, changedAt }: { record: Event; changedAt: Date }): Stamped => ({
  ...Event.parse(record),
  changedAt,
});

const latestOf = (times: readonly Date[]): Date =>
  new Date(Math.max(...times.map((time) => time.getTime())));
