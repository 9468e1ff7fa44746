import { expect, it } from 'vitest';
import { drawHabits, live, type LivedDay } from '../../../test/simulation/simulatedPeople';
import { addDays } from '../../lib/time/dates';
import { normal, seededRandom } from '../statistics/seededRandom';
import { promisedDate, type ComingDay, type OpenWork, type PromiseInput } from './promisedDate';

/* People promise dates for their work, and then live the days to come. */

/** The longest time for which days are lived after a promise, in days. */
const HORIZON = 120;

/** A promise's facts, what the work really takes, and what is really done on each day to come, in minutes. */
interface Backlog {
  input: PromiseInput;
  workTakes: number;
  aheadTakes: readonly number[];
  done: ReadonlyMap<string, number>;
}

/**
 * Draws a backlog of one to five days of work, in tasks of a quarter of an hour to three hours, behind some tasks that
 * are planned. The person misjudges tasks as in the public records, is away on 3 % of the days without saying so, and
 * spends a part of each day on what comes in.
 */
function drawBacklog(lived: readonly LivedDay[], at: number, random: () => number): Backlog {
  const bias = 0.2 * normal(random);
  const ratio = () => Math.exp(bias + 0.54 * normal(random));
  const own = 0.55 + 0.3 * random();
  const real = lived.map(({ day, free, focused }) => {
    const isAway = random() < 0.03;
    const share = Math.min(1, Math.max(0, own + 0.15 * normal(random)));
    return { day, free, focused: isAway ? 0 : focused * share };
  });
  const today = real[at]!.day;
  const byDay = new Map(real.map((one) => [one.day, one]));
  const coming = Array.from({ length: HORIZON }, (_, index): ComingDay => {
    const day = addDays(today, index);
    const free = byDay.get(day)?.free;
    return { day, free, most: free ?? 0 };
  });
  const before = real.slice(Math.max(0, at - 60), at);
  const usual = before.reduce((sum, { focused }) => sum + focused, 0) / before.length;
  const tasks = (minutes: number, day: () => string | null): OpenWork[] => {
    const all: OpenWork[] = [];
    for (let left = minutes; left > 0; left -= all.at(-1)!.left)
      all.push({ left: Math.round(15 + 165 * random() ** 2), focused: 0, day: day() });
    return all;
  };
  const work = tasks(usual * (2 + 8 * random()), () => null);
  const queue = tasks(usual * 4 * random(), () => addDays(today, Math.floor(random() * 10)));
  const took = (one: OpenWork) => one.left * ratio();
  return {
    input: {
      work,
      queue,
      past: before.toReversed(),
      coming,
      ratios: Array.from({ length: 40 }, ratio),
      focusedToday: 0,
    },
    workTakes: work.reduce((sum, one) => sum + took(one), 0),
    aheadTakes: queue.map(took),
    done: new Map(real.map(({ day, focused }) => [day, focused])),
  };
}

/** Returns the day on which the work is really done. */
function doneOn({ input, workTakes, aheadTakes, done }: Backlog): string {
  let left = workTakes;
  const ahead = [...aheadTakes];
  for (const { day } of input.coming) {
    let minutes = done.get(day) ?? 0;
    input.queue.forEach((one, index) => {
      if ((one.day ?? '') > day) return;
      const spent = Math.min(ahead[index] ?? 0, minutes);
      ahead[index] = (ahead[index] ?? 0) - spent;
      minutes -= spent;
    });
    left -= minutes;
    if (left <= 0) return day;
  }
  return 'never';
}

/** Lets 60 people promise six dates each. Returns the shares of dates that held. */
function backtest() {
  const random = seededRandom(80);
  let [all, likely, safe] = [0, 0, 0];
  for (let person = 0; person < 60; person++) {
    const lived = live(drawHabits(random), random);
    for (const at of [25, 40, 60, 70, 80, 90]) {
      const backlog = drawBacklog(lived, Math.min(at, lived.length - 70), random);
      const promise = promisedDate(backlog.input);
      if (!promise) continue;
      all++;
      const day = doneOn(backlog);
      if (day <= promise.likely) likely++;
      if (day <= promise.safe) safe++;
    }
  }
  return { all, likely: likely / all, safe: safe / all };
}

let found: ReturnType<typeof backtest> | undefined;
const shares = () => (found ??= backtest());

it('80 % dates hold for 70 to 90 % of simulated backlogs', () => {
  const { all, safe } = shares();
  expect(all).toBe(360);
  expect(safe).toBeGreaterThan(0.7);
  expect(safe).toBeLessThan(0.9);
});

it('50 % dates hold for 40 to 60 % of simulated backlogs', () => {
  const { likely } = shares();
  expect(likely).toBeGreaterThan(0.4);
  expect(likely).toBeLessThan(0.6);
});
