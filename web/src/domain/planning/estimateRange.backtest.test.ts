import { expect, it } from 'vitest';
import { rangeOf } from '../statistics/range';
import { normal, seededRandom } from '../statistics/seededRandom';
import { estimateRanges, type DoneTask } from './estimateRange';

/* Each task is estimated from the tasks before it only. */

/** The habits of a person whose record of tasks is generated. All spreads are deviations of the logarithm. */
interface Habits {
  /** How much titles differ from each other. */
  betweenTitles: number;
  /** How much the tasks of one title differ. */
  withinTitle: number;
  /** How much a guess differs from what its title usually takes. */
  ofGuess: number;
  /** The share of the tasks that have the title of an earlier one. */
  repeated: number;
}

/** Two persons like those of the public records: one with routines that differ much, one with more even tasks. */
const ROUTINES: Habits = {
  betweenTitles: 0.52,
  withinTitle: 0.45,
  ofGuess: 0.3,
  repeated: 0.5,
};
const EVEN: Habits = { ...ROUTINES, betweenTitles: 0.4 };

const CATEGORIES = 4;

/** Generates a person's completed tasks, the earliest first. Most tasks take a quarter of an hour to two hours. */
function record(habits: Habits, count: number, seed: number): DoneTask[] {
  const random = seededRandom(seed);
  const titles: { title: string; categoryId: number; usual: number }[] = [];
  return Array.from({ length: count }, (_, index) => {
    let about = random() < habits.repeated ? titles[Math.floor(random() * 40)] : undefined;
    if (!about) {
      const usual = 45 * Math.exp(habits.betweenTitles * normal(random));
      about = { title: `Task ${index}`, categoryId: index % CATEGORIES, usual };
      titles.push(about);
    }
    const { title, categoryId, usual } = about;
    const took = Math.max(1, usual * Math.exp(habits.withinTitle * normal(random)));
    const estimated = Math.max(1, Math.round(usual * Math.exp(habits.ofGuess * normal(random))));
    return { title, categoryId, took, estimated };
  });
}

/** Estimates every `step`th task from those before it, without its guess if `isGuessHidden`. */
function* backtest(done: readonly DoneTask[], step: number, isGuessHidden = false) {
  for (let index = 1; index < done.length; index += step) {
    const task = done[index]!;
    const before = done.slice(0, index);
    const range = estimateRanges(before)({
      ...task,
      estimate: isGuessHidden ? null : task.estimated,
    });
    yield { task, before, range };
  }
}

/** Returns the share of tasks whose range held, and how many times the lower end the upper end is. */
function coverage(bases: readonly string[], isGuessHidden = false) {
  let [held, all, factors] = [0, 0, 0];
  for (const habits of [ROUTINES, EVEN])
    for (const { task, range } of backtest(record(habits, 1000, 7), 3, isGuessHidden)) {
      if (!range || !bases.includes(range.basis)) continue;
      all++;
      factors += range.high / range.low;
      if (range.low <= task.took && task.took <= range.high) held++;
    }
  return { held: held / all, factor: factors / all, all };
}

it('the range of a guess holds for about 79 % of tasks and its upper end is 4 times the lower', () => {
  const { held, factor } = coverage(['guess']);
  expect(Math.abs(held - 0.79)).toBeLessThan(0.05);
  expect(Math.abs(factor - 4)).toBeLessThan(0.5);
});

it.each([
  ['title that was done three times', ['title']],
  ['task without a guess', ['category', 'all']],
])('the range of a %s holds for 7 to 9 of 10 tasks', (_, bases) => {
  const { held } = coverage(bases, true);
  expect(held).toBeGreaterThan(0.7);
  expect(held).toBeLessThan(0.9);
});

it.each([
  ['32 %', ROUTINES, 0.32],
  ['24 %', EVEN, 0.24],
])('the own median of a title misses about %s less than that of all tasks', (_, habits, gain) => {
  let [own, ofAll] = [0, 0];
  for (const { task, before, range } of backtest(record(habits, 1500, 9), 3)) {
    if (range?.basis !== 'title') continue;
    own += Math.abs(range.median - task.took);
    ofAll += Math.abs(rangeOf(before.map(({ took }) => took)).median - task.took);
  }
  expect(Math.abs(1 - own / ofAll - gain)).toBeLessThan(0.06);
});

it('in the first 300 tasks, a guess corrected by the person’s usual ratio is no better', () => {
  let [kept, corrected] = [0, 0];
  for (let seed = 0; seed < 20; seed++)
    for (const { task, before } of backtest(record(EVEN, 300, seed), 5)) {
      const guess = task.estimated ?? 1;
      const ratio = rangeOf(before.map(({ took, estimated }) => took / (estimated ?? 1))).median;
      kept += Math.abs(guess - task.took);
      corrected += Math.abs(guess * ratio - task.took);
    }
  expect(corrected).toBeGreaterThan(kept);
});
