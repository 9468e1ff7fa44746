import { expect, test } from 'vitest';
import { rootsOf } from './rootsOf';

const COUNT = 100_000;

test('finding roots in a chain takes fewer than three look-ups per task of the chain', () => {
  let asked = 0;
  const rootOf = rootsOf((task: number) => {
    asked++;
    return task === 0 ? undefined : task - 1;
  });
  for (let task = COUNT - 1; task >= 0; task -= 7) expect(rootOf(task)).toBe(0);
  expect(asked).toBeLessThan(3 * COUNT);
});

test('a task in or below a circle of parents is its own root', () => {
  const parents: Record<string, string> = { a: 'b', b: 'c', c: 'a', d: 'a', e: 'f', g: 'g' };
  const rootOf = rootsOf((task: string) => parents[task]);
  expect(['d', 'a', 'b', 'c', 'e', 'f', 'g'].map(rootOf)).toEqual([
    'd',
    'a',
    'b',
    'c',
    'f',
    'f',
    'g',
  ]);
});
