import type { Sync } from '../../sync/createSync';

/*
 * The server's counter of changes at Google or in the connection. Live updates say it, in one of the person's tabs.
 */

/** Live updates begin some seconds after the start, and not at all in the other tabs. */
const WAIT_MS = 10_000;

interface Known {
  /** Undefined while live updates don't listen. */
  counter: number | undefined;
  waiting: ((counter: number | undefined) => void)[];
}

const knownOf = new WeakMap<Sync, Known>();

function known(sync: Sync): Known {
  const one = knownOf.get(sync) ?? { counter: undefined, waiting: [] };
  knownOf.set(sync, one);
  return one;
}

/** The counter now; undefined if it is not known. */
export const calendarCounter = (sync: Sync): number | undefined => known(sync).counter;

/** The counter, as soon as it is known; undefined if it is not known within some seconds. */
export function calendarCounterSoon(sync: Sync): Promise<number | undefined> {
  const { counter, waiting } = known(sync);
  if (counter !== undefined) return Promise.resolve(counter);
  return new Promise((resolve) => {
    waiting.push(resolve);
    setTimeout(resolve, WAIT_MS, undefined);
  });
}

/** To be called with the counter from live updates, and with undefined when they end. */
export function noteCalendarCounter(sync: Sync, counter: number | undefined): void {
  const state = known(sync);
  state.counter = counter;
  if (counter !== undefined) for (const resolve of state.waiting.splice(0)) resolve(counter);
}
