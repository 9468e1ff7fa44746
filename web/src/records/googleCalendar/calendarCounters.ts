import type { Sync } from '../../sync/createSync';

/*
 * The server's counters of changes. Live updates say them, in one of the person's tabs.
 */

export interface CalendarCounters {
  /** Of the connection. */
  settings: number;
  /** Of the connection, or of events at Google. */
  events: number;
}

/** Live updates begin some seconds after the start, and not at all in the other tabs. */
const WAIT_MS = 10_000;

interface Known {
  /** Undefined while live updates don't listen. */
  counters: CalendarCounters | undefined;
  waiting: ((counters: CalendarCounters | undefined) => void)[];
}

const knownOf = new WeakMap<Sync, Known>();

function known(sync: Sync): Known {
  const one = knownOf.get(sync) ?? { counters: undefined, waiting: [] };
  knownOf.set(sync, one);
  return one;
}

/** The counters now; undefined if they are not known. */
export const calendarCounters = (sync: Sync): CalendarCounters | undefined => known(sync).counters;

/** The counters, as soon as they are known; undefined if they are not known within some seconds. */
export function calendarCountersSoon(sync: Sync): Promise<CalendarCounters | undefined> {
  const { counters, waiting } = known(sync);
  if (counters) return Promise.resolve(counters);
  return new Promise((resolve) => {
    waiting.push(resolve);
    setTimeout(resolve, WAIT_MS, undefined);
  });
}

/** To be called with the counters from live updates, and with undefined when they end. */
export function noteCalendarCounters(sync: Sync, counters: CalendarCounters | undefined): void {
  const state = known(sync);
  state.counters = counters;
  if (counters) for (const resolve of state.waiting.splice(0)) resolve(counters);
}
