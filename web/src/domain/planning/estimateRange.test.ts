import { focusSession, task } from '@daymark/contract/test/records';
import { expect, it } from 'vitest';
import {
  doneTasks,
  estimateRanges,
  estimateRangeText,
  guessHabits,
  titleHabits,
  type DoneTask,
} from './estimateRange';

const done = (count: number, about: Partial<DoneTask> = {}): DoneTask[] =>
  Array.from({ length: count }, (_, index) => ({
    title: `Task ${index}`,
    categoryId: 1,
    estimated: 60,
    took: 30 + index * 10,
    ...about,
  }));
const times = (title: string, ...took: number[]): DoneTask[] =>
  took.map((minutes) => ({ title, categoryId: 1, estimated: null, took: minutes }));

it('without ten tasks there is no range', () => {
  const task = { title: 'New', categoryId: 1, estimate: 60 };
  expect(estimateRanges(done(9))(task)).toBeUndefined();
  expect(estimateRanges(done(9))({ ...task, estimate: null })).toBeUndefined();
  expect(estimateRanges(done(10))(task)).toBeDefined();
});

it('a guess is kept and gets the range of what became of other guesses', () => {
  const range = estimateRanges(done(10))({ title: 'New', categoryId: 2, estimate: 120 })!;
  expect(range).toMatchObject({ basis: 'guess', median: 120, count: 10 });
  expect(range.low).toBeCloseTo(62);
  expect(range.high).toBeCloseTo(238);
});

it('a title done three times proposes its own median, whatever its case and accents', () => {
  const history = times('Café order', 20, 30, 25);
  expect(
    estimateRanges(history.slice(1))({ title: 'cafe ORDER', categoryId: 1, estimate: null }),
  ).toBeUndefined();
  const range = estimateRanges(history)({ title: 'cafe ORDER', categoryId: 1, estimate: 90 })!;
  expect(range).toEqual({ basis: 'title', median: 25, low: 12.5, high: 50, count: 3 });
});

it('a title that always takes the same time gets a narrower range', () => {
  const history = times('Standup', ...Array<number>(14).fill(15));
  const range = estimateRanges(history)({ title: 'Standup', categoryId: 1, estimate: null });
  expect(range).toMatchObject({ median: 15, low: 15, high: 15, count: 14 });
});

it('without a guess, a category’s times are drawn toward those of all tasks', () => {
  const short = done(20, { categoryId: 1, took: 20, estimated: null });
  const long = done(20, { categoryId: 2, took: 80, estimated: null });
  const rangeFor = estimateRanges([...short, ...long]);
  const range = rangeFor({ title: 'New', categoryId: 1, estimate: null })!;
  expect(range).toMatchObject({ basis: 'category', count: 20 });
  expect(range.median).toBeGreaterThan(20);
  expect(range.median).toBeLessThan(50);
  const other = rangeFor({ title: 'New', categoryId: 3, estimate: null });
  expect(other).toMatchObject({ basis: 'all', median: 50, count: 40 });
});

it('only completed tasks with focus count, with the focus on their steps', () => {
  const completed = { completed: true, completedAt: '2026-11-20T09:00:00Z' };
  const tasks = [
    task(1, { ...completed, title: 'Later', firstEstimateMinutes: 30 }),
    task(2, { ...completed, title: 'Earlier', completedAt: '2026-11-19T09:00:00Z' }),
    task(3, { title: 'Open' }),
    task(4, { ...completed, title: 'Without focus' }),
  ];
  const focus = (taskId: number, minutes: number) =>
    focusSession(taskId, { taskId, actualSeconds: minutes * 60 });
  const sessions = [focus(1, 20), focus(10, 5), focus(2, 50), focus(3, 30)];
  expect(doneTasks(sessions, tasks, new Map([[1, [task(10, { parentId: 1 })]]]))).toEqual([
    { title: 'Earlier', categoryId: null, estimated: null, took: 50 },
    { title: 'Later', categoryId: null, estimated: 30, took: 25 },
  ]);
});

it('a range is always said with its count', () => {
  const range = { median: 60, low: 38, high: 141, count: 32 };
  expect(estimateRangeText({ ...range, basis: 'title', count: 3 })).toBe(
    'Usually 1h (40m to 2h 20m, done 3 times)',
  );
  expect(estimateRangeText({ ...range, basis: 'guess' })).toBe(
    '1h usually becomes 40m to 2h 20m (from 32 tasks)',
  );
  expect(estimateRangeText({ ...range, basis: 'all' })).toBe(
    'Such tasks usually take 1h (40m to 2h 20m, from 32 tasks)',
  );
});

it('habits of guesses are those of all tasks, and of categories with enough of them', () => {
  const history = [...done(12), ...done(4, { categoryId: 2 })];
  const categories = [
    { id: 1, name: 'Work' },
    { id: 2, name: 'Home' },
  ];
  expect(guessHabits(history, categories).map(({ name }) => name)).toEqual(['All tasks', 'Work']);
  expect(guessHabits(done(5), categories)).toEqual([]);
});

it('habits of titles begin with the most frequent one', () => {
  const history = [...times('A', 10, 12, 14), ...times('B', 30, 30, 30, 30), ...times('C', 5, 5)];
  expect(titleHabits(history, 5).map(({ name }) => name)).toEqual(['B', 'A']);
  expect(titleHabits(history, 1)).toHaveLength(1);
});
