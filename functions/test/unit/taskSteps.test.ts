import { NewTask, type Task, type TaskPatch } from '@daymark/contract/task';
import { topThree } from '@daymark/contract/topThree';
import * as fc from 'fast-check';
import { test } from 'vitest';
import { Failure } from '../../src/http/failure';
import { editedFields, taskChange, type BeforeAndAfter } from '../../src/tasks/taskChange';
import { roundsOf, seedOf } from '@daymark/contract/test/longRuns';
import { playSteps, stepSequences, type TaskWorld } from '../taskSteps';

const RUNS = roundsOf('TASK_STEPS_RUNS', 500, 10_000);
const SEED = seedOf('TASK_STEPS_SEED');

/** Longest time that a long run may take, in ms. */
const LONG_MS = 600_000;

/** Returns tasks in memory that change as on the server. Each change knows all other tasks. */
function tasksInMemory(): TaskWorld {
  const tasks = new Map<number, Task>();
  const deleted = new Set<number>();
  let clock = Date.parse('2026-11-20T10:00:00.000Z');
  let day = '2026-11-20';
  const isToday = (moment: string) => moment.startsWith(day);

  function write(
    { before, after }: BeforeAndAfter,
    asksForTopThree: boolean,
    topThreeIndex?: number | null,
  ): number {
    const id = (before ?? after)?.id;
    const found = [...tasks.values()].filter((task) => task.id !== id);
    const at = `${day}T${new Date(++clock).toISOString().slice(11)}`;
    try {
      const around = {
        found,
        today: day,
        at,
        topThree: { isToday, topThreeIndex, asksForTopThree },
      };
      const { records, deletedIds } = taskChange({ before, after }, around);
      for (const record of records) tasks.set(record.id, { ...record, userId: 1 });
      for (const gone of deletedIds) {
        tasks.delete(gone);
        deleted.add(gone);
      }
    } catch (error) {
      if (error instanceof Failure) return error.status;
      throw error;
    }
    return 200;
  }

  return {
    list: () => Promise.resolve([...tasks.values()]),
    priorities: () => Promise.resolve(topThree([...tasks.values()], isToday)),
    create(body) {
      const {
        id = 0,
        createdAt,
        completedAt,
        restore,
        restoredAt: _,
        ...fields
      } = NewTask.parse(body);
      const existing = tasks.get(id ?? 0);
      if (existing) return Promise.resolve(201);
      if (deleted.has(id ?? 0) && !restore) return Promise.resolve(410);
      const after = {
        ...fields,
        id: id ?? 0,
        createdAt: createdAt ?? new Date(++clock).toISOString(),
        completedAt: completedAt ?? null,
      };
      return Promise.resolve(write({ before: undefined, after }, !restore, fields.order));
    },
    update(id, { today, ...body }) {
      day = today as string;
      const before = tasks.get(id);
      if (!before) return Promise.resolve(404);
      const fields = body as TaskPatch;
      const edit = { fields, at: `${day}T12:00:00.000Z`, isNow: true };
      const after = { ...before, ...editedFields(before, edit, fields) };
      return Promise.resolve(write({ before, after }, fields.isPriority === true, fields.order));
    },
    delete(id) {
      const before = tasks.get(id);
      return Promise.resolve(before ? write({ before, after: undefined }, false) : 204);
    },
  };
}

test(
  'priorities, repeats and steps never lose a task',
  async () => {
    await fc.assert(
      fc.asyncProperty(stepSequences(30), (steps) => playSteps(tasksInMemory(), steps)),
      { numRuns: RUNS, seed: SEED },
    );
  },
  LONG_MS,
);
