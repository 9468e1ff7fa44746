import type { Event } from '@daymark/contract/event';
import { dateSettings } from '../../lib/time/dateSettings';
import { eventSpan } from './eventSpan';
import { addDays, localDay, startOfDay, type LocalDay } from '../../lib/time/dates';

type Times = Pick<Event, 'start' | 'end'> & { id: number | string };

/** Whether an event overlaps the time from `from` (inclusive) to `to` (exclusive). Its own end is exclusive too. */
export function isDuring(event: Pick<Event, 'start' | 'end'>, from: number, to: number): boolean {
  const span = eventSpan(event);
  return span.from < to && Math.max(span.to, span.from + 1) > from;
}

/** Compares by start; of equal starts the longest is first. */
export function byStart(a: Times, b: Times): number {
  const [left, right] = [eventSpan(a), eventSpan(b)];
  return left.from - right.from || right.to - left.to || (a.id < b.id ? -1 : 1);
}

/** The events that overlap a local day, ordered by start. */
export function eventsOfDay<E extends Times>(events: readonly E[], day: LocalDay): readonly E[] {
  return indexOf(events).of(day);
}

/** Longer events are not indexed but checked for each day: a mistyped year must not fill the index. */
const INDEXED_DAYS = 62;

interface DayIndex {
  /** The zone whose days these are. */
  timeZone: string | null;
  of: (day: LocalDay) => readonly Times[];
}

const indexes = new WeakMap<readonly Times[], DayIndex>();

/** Built once for each list: a month view asks 42 times. */
function indexOf<E extends Times>(events: readonly E[]): { of: (day: LocalDay) => readonly E[] } {
  let index = indexes.get(events);
  if (index?.timeZone !== dateSettings.get().timeZone) {
    index = dayIndex(events);
    indexes.set(events, index);
  }
  return index as { of: (day: LocalDay) => readonly E[] };
}

function dayIndex(events: readonly Times[]): DayIndex {
  const days = new Map<LocalDay, Times[]>();
  const long: Times[] = [];
  for (const event of [...events].sort(byStart)) {
    const { from, to } = eventSpan(event);
    const last = localDay(new Date(Math.max(to - 1, from)));
    let day = localDay(new Date(from));
    if (day !== last && addDays(day, INDEXED_DAYS) < last) long.push(event);
    else
      for (; ; day = addDays(day, 1)) {
        const list = days.get(day);
        if (list) list.push(event);
        else days.set(day, [event]);
        if (day >= last) break;
      }
  }
  const empty: readonly Times[] = [];
  return {
    timeZone: dateSettings.get().timeZone,
    of(day) {
      const indexed = days.get(day) ?? empty;
      if (long.length === 0) return indexed;
      const [from, to] = [startOfDay(day).getTime(), startOfDay(addDays(day, 1)).getTime()];
      const overlapping = long.filter((event) => isDuring(event, from, to));
      return overlapping.length > 0 ? [...overlapping, ...indexed].sort(byStart) : indexed;
    },
  };
}
