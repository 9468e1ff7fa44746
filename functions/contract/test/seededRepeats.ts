import { firstDay, nextDay, type Repeat } from '@daymark/contract/repeats/repeat';
import { DAY_MS } from '../src/time/units';

/** The result of `hashOfRepeats` for 100,000 cases with seed 1, on the server and in the browser. */
export const HASH_OF_100_000 = 3_599_449_264;

/** Returns a generator of random whole numbers below a limit, the same everywhere for one seed (mulberry32). */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

const FIRST_DAY = Date.parse('0000-01-01T00:00:00Z') / DAY_MS;
const LAST_DAY = Date.parse('9999-12-31T00:00:00Z') / DAY_MS;
/** The range of most of the random days. */
const [FROM, TO] = [Date.parse('2000-01-01') / DAY_MS, Date.parse('2060-01-01') / DAY_MS];

const textOf = (day: number) =>
  new Date(Math.min(day, LAST_DAY) * DAY_MS).toISOString().slice(0, 10);

/** Returns one number computed from the first and next days of `count` random rules and days. */
export function hashOfRepeats(count: number, seed: number): number {
  const random = randomNumbers(seed);
  let hash = 0x811c9dc5;
  for (let number = 0; number < count; number++) {
    const every = (['day', 'week', 'month', 'year'] as const)[random(4)] ?? 'day';
    const from = random(2) === 0 ? 'schedule' : 'completion';
    const isFree = from === 'completion' && random(2) === 0;
    const chosen = random(127) + 1;
    const rule: Repeat = {
      every,
      interval: random(4) === 0 ? random(365) + 1 : random(4) + 1,
      from,
      ...(every === 'week' &&
        !isFree && { weekdays: [1, 2, 3, 4, 5, 6, 7].filter((day) => chosen & (1 << (day - 1))) }),
      ...((every === 'month' || every === 'year') && !isFree && { day: random(31) + 1 }),
    };
    const day =
      random(5) === 0 ? FIRST_DAY + random(LAST_DAY - FIRST_DAY + 1) : FROM + random(TO - FROM);
    const doneOn = day + (random(3) === 0 ? random(4000) : random(60)) - 30;
    const [seriesDay, done] = [textOf(day), textOf(Math.max(doneOn, FIRST_DAY))];
    const result = `${firstDay(rule, seriesDay)} ${nextDay(rule, seriesDay, done)}`;
    for (let place = 0; place < result.length; place++)
      hash = Math.imul(hash ^ result.charCodeAt(place), 0x01000193);
  }
  return hash >>> 0;
}
