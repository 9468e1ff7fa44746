import 'fake-indexeddb/auto';
import { roundsOf } from '@daymark/contract/test/longRuns';
import { expect, it } from 'vitest';
import { simulate } from './simulation/simulate';
import { simulateOrder } from './simulation/simulateOrder';
import { simulateSeries } from './simulation/simulateSeries';

/** SIMULATION_SEED=82, SERIES_SEED=82 or ORDER_SEED=82 repeats one schedule and prints it; SIMULATIONS=6000 runs that many. */
const { SIMULATION_SEED, SERIES_SEED, ORDER_SEED } = process.env;
/**
 * Schedules that failed once, because of: an outbox that was put back at other places after the browser had emptied it, or that was emptied while
 * the database was opened or a change was retried; a session that ended at that moment; an edit in one tab of a record that
 * another tab had just deleted or brought back; an edit of a record whose delete was refused; a record that was deleted
 * after this browser had lost its copy, or brought back at that moment; a text that was written when a record was brought
 * back; a create that two tabs carried over, or that was carried over while the browser emptied the disk; an edit that
 * waited for one that another tab had sent; an empty text as the other version; what the old simulator had found in long
 * runs.
 */
const FAILED_ONCE = [
  261, 520, 1_224, 1_774, 427, 99, 57_379, 59_444, 11_500, 17_703, 169, 960, 1_068, 36_060, 59_332,
  57_809, 70_458, 362, 416, 502, 570, 1_543, 2_248, 14_264, 15_056, 26_700, 30_475, 31_027, 85_836,
  90_025, 104_224, 109_406, 109_477, 116_378, 166_575, 405_466, 546_514, 554_788, 569_607, 711_878,
  718_482, 763_377,
];
const SCHEDULES = roundsOf('SIMULATIONS', 150, 100_000);
/** Schedules of the other two simulations, which change less. */
const OTHER_SCHEDULES = Math.ceil(SCHEDULES / 5);

it(
  'each word that a person wrote is somewhere, unless somebody who saw it has removed it',
  { timeout: 4 * 3_600_000 },
  async () => {
    if (SIMULATION_SEED !== undefined) {
      expect(await simulate(Number(SIMULATION_SEED), { log: console.log })).toEqual([]);
      return;
    }
    const seeds = Array.from({ length: SCHEDULES }, (_, index) => index + 1);
    for (const seed of [...FAILED_ONCE, ...seeds])
      expect(await simulate(seed), `SIMULATION_SEED=${seed}`).toEqual([]);
  },
);

it(
  'two devices that change one series offline end identical, with one open task',
  { timeout: 4 * 3_600_000 },
  async () => {
    if (SERIES_SEED !== undefined) {
      expect(await simulateSeries(Number(SERIES_SEED), { log: console.log })).toEqual([]);
      return;
    }
    for (let seed = 1; seed <= OTHER_SCHEDULES; seed++)
      expect(await simulateSeries(seed), `SERIES_SEED=${seed}`).toEqual([]);
  },
);

it(
  'two devices that put the tasks of a day into order offline end with the same order',
  { timeout: 4 * 3_600_000 },
  async () => {
    if (ORDER_SEED !== undefined) {
      expect(await simulateOrder(Number(ORDER_SEED), { log: console.log })).toEqual([]);
      return;
    }
    for (let seed = 1; seed <= OTHER_SCHEDULES; seed++)
      expect(await simulateOrder(seed), `ORDER_SEED=${seed}`).toEqual([]);
  },
);
