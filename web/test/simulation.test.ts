import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { simulate } from './simulation/simulate';
import { simulateOrder } from './simulation/simulateOrder';
import { simulateSeries } from './simulation/simulateSeries';

/** SIMULATION_SEED=82, SERIES_SEED=82 or ORDER_SEED=82 repeats one schedule and prints it; SIMULATIONS=6000 runs that many. */
const { SIMULATION_SEED, SERIES_SEED, ORDER_SEED, SIMULATIONS, LONG_RUNS } = process.env;
/**
 * What failed in long runs: a mutation that had arrived stayed on the disk; a tab missed what a closed one had read; an
 * edit was sent before the create that it waited for, because that was just sent again, or because a tab in memory had
 * given both the same number; what was typed into a rejected create was lost, because its older copy arrived first; an
 * edit in one tab was sent without its create, because that was replaced in another tab, in memory, or because that was on
 * a disk that was blocked by the next sign-in; what a tab in memory had replaced stayed on the disk.
 */
const FAILED_ONCE = [
  57_379, 59_444, 11_500, 17_703, 169, 960, 1_068, 36_060, 59_332, 57_809, 70_458,
];
const SCHEDULES = Number(SIMULATIONS ?? (LONG_RUNS ? 100_000 : 100));

it(
  'each change is on the server, or waits, or is shown as refused, and never twice, whatever fails',
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
  'two devices that complete, skip, edit and delete tasks of one series offline end identical, with one open task and no lost completion',
  { timeout: 4 * 3_600_000 },
  async () => {
    if (SERIES_SEED !== undefined) {
      expect(await simulateSeries(Number(SERIES_SEED), { log: console.log })).toEqual([]);
      return;
    }
    for (let seed = 1; seed <= SCHEDULES; seed++)
      expect(await simulateSeries(seed), `SERIES_SEED=${seed}`).toEqual([]);
  },
);

it(
  'issue 15: two devices that put the tasks of a day into order offline end with the same order and all tasks',
  { timeout: 4 * 3_600_000 },
  async () => {
    if (ORDER_SEED !== undefined) {
      expect(await simulateOrder(Number(ORDER_SEED), { log: console.log })).toEqual([]);
      return;
    }
    for (let seed = 1; seed <= SCHEDULES; seed++)
      expect(await simulateOrder(seed), `ORDER_SEED=${seed}`).toEqual([]);
  },
);
