import type { Task } from '@daymark/contract/task';
import { task } from '@daymark/contract/test/records';
import fc from 'fast-check';
import { generateKeyBetween } from 'fractional-indexing';
import { expect, it } from 'vitest';
import { dayKey, inDayOrder } from './dayOrder';
import { movedPositions } from './handOrder';

const ids = (tasks: readonly Task[]) => inDayOrder(tasks).map(({ id }) => id);

const TASKS = [
  task(1),
  task(2, { createdAt: '2026-11-20T09:00:00.001Z' }),
  task(3, { deadline: '2026-12-24' }),
  task(4, { deadline: '1969-07-20' }),
  task(5, { deadline: '9999-12-31' }),
  task(Number.MAX_SAFE_INTEGER),
];

it('tasks that were never moved are sorted by deadline, then newest first', () => {
  expect(ids(TASKS)).toEqual([4, 3, 5, 2, Number.MAX_SAFE_INTEGER, 1]);
});

it('tasks are in the order of their keys, whether or not they were moved', () => {
  const day = fc.integer({ min: 0, max: 5 }).map((days) => `2026-12-0${days + 1}`);
  const made = fc.record({
    createdAt: fc.integer({ min: 0, max: 9 }).map((s) => `2026-11-20T09:00:0${s}.000Z`),
    deadline: fc.option(day),
    position: fc.option(fc.constantFrom('a0', 'gV', 'h1', 'z0'), { freq: 2 }),
  });
  fc.assert(
    fc.property(fc.array(made, { maxLength: 20 }), (fields) => {
      const keys = inDayOrder(fields.map((one, id) => task(id + 1, one))).map(dayKey);
      expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : 1)));
    }),
  );
});

it('there is a position between any two tasks that were never moved', () => {
  const keys = inDayOrder(TASKS).map(dayKey);
  for (const [index, key] of keys.entries()) {
    const between = generateKeyBetween(keys[index - 1] ?? null, key);
    expect(between < key).toBe(true);
    expect(between > (keys[index - 1] ?? '')).toBe(true);
  }
});

it('a move changes the position of the moved task only', () => {
  const listed = inDayOrder(TASKS);
  for (const from of listed.keys())
    for (const to of listed.keys()) {
      if (from === to) continue;
      const [move, ...others] = movedPositions(listed, from, to, dayKey);
      expect(others).toEqual([]);
      const moved = TASKS.map((one) =>
        one.id === move?.id ? { ...one, position: move.position } : one,
      );
      const wanted = listed.map(({ id }) => id);
      wanted.splice(to, 0, ...wanted.splice(from, 1));
      expect(ids(moved)).toEqual(wanted);
    }
  const places = Array.from(
    { length: 20 },
    () => movedPositions(listed, 0, 3, dayKey)[0]?.position,
  );
  expect(new Set(places).size).toBeGreaterThan(15);
});

it('positions stay short, however often two tasks change places', () => {
  let tasks: readonly Task[] = TASKS;
  for (let times = 0; times < 300; times++) {
    const listed = inDayOrder(tasks);
    const moves = new Map(
      movedPositions(listed, 3, 2, dayKey).map((one) => [one.id, one.position]),
    );
    tasks = tasks.map((one) => ({ ...one, position: moves.get(one.id) ?? one.position }));
    expect(ids(tasks)).toEqual(
      listed.map(({ id }) => id).toSpliced(2, 2, listed[3]!.id, listed[2]!.id),
    );
  }
  for (const { position } of tasks) expect(position?.length ?? 0).toBeLessThan(200);
});
