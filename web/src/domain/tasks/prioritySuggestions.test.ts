import { task as anyTask } from '@daymark/contract/test/records';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { prioritySuggestions } from './prioritySuggestions';
import { todaysPriorities } from './todaysPriorities';
import type { ShownTask } from '../shownRecords';

const NOW = new Date(2026, 10, 20, 9);
const task = (id: number, title: string, more: Partial<ShownTask> = {}): ShownTask =>
  anyTask(id, { title, ...more });
const suggested = (lines: string[], tasks: ShownTask[]) =>
  prioritySuggestions(lines, tasks, todaysPriorities(tasks, NOW), NOW);

it('suggests lines that aren’t priorities yet and weren’t done today', () => {
  const tasks = [
    task(1, 'call noor.', { isPriority: true }),
    task(2, 'Write'),
    task(3, 'Run', { completed: true, completedAt: NOW.toISOString() }),
  ];
  expect(suggested(['Call Noor', 'write', 'Run', 'Rest'], tasks)).toEqual([
    { title: 'write', task: tasks[1] },
    { title: 'Rest', task: undefined },
  ]);
});

it('accepting suggestions in any order never makes more than 3 priorities', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F'), { maxLength: 6 }),
      fc.array(fc.constantFrom('A', 'B', 'X', 'Y'), { maxLength: 3 }),
      fc.array(fc.nat(5)),
      (lines, titles, picks) => {
        let tasks = titles.map((title, id) => task(id + 1, title, { isPriority: true }));
        for (const pick of [...picks, 0, 0, 0, 0]) {
          const now = suggested(lines, tasks);
          const chosen = now[pick % Math.max(1, now.length)];
          if (!chosen) continue;
          tasks = [...tasks, task(100 + tasks.length, chosen.title, { isPriority: true })];
          expect(suggested(lines, tasks).map(({ title }) => title)).not.toContain(chosen.title);
        }
        expect(todaysPriorities(tasks, NOW).length).toBeLessThanOrEqual(3);
      },
    ),
  );
});
