import { followingTask } from '@daymark/contract/repeats/series';
import type { Task } from '@daymark/contract/task';
import { event, task as anyTask } from '@daymark/contract/test/records';
import { expect, it } from 'vitest';
import { asksForLater, editOfLater, editOfThisOne, withRule } from './seriesEdits';

const MONDAYS = { every: 'week', interval: 1, weekdays: [1], from: 'schedule' } as const;
const task = (fields: Partial<Task> = {}) =>
  anyTask(1, {
    title: 'Review',
    categoryId: 1,
    plannedDay: '2026-11-23',
    deadline: '2026-11-25',
    estimateMinutes: 30,
    repeat: { ...MONDAYS, weekdays: [1] },
    seriesId: 1,
    seriesDay: '2026-11-23',
    ...fields,
  });
const next = (after: Task) =>
  followingTask(after, [], { id: 2, day: '2026-11-30' }, '2026-11-23T12:00:00Z')[0];

it('an edit asks about later tasks only if it changes a field that the series shares', () => {
  expect(asksForLater(task(), { title: 'x' })).toBe(true);
  expect(asksForLater(task(), { plannedDay: '2026-11-24' })).toBe(false);
  expect(asksForLater(task({ repeat: null, seriesId: null }), { title: 'x' })).toBe(false);
});

it('after an edit of one task only, the next task of the series has the old values', () => {
  const edited = { title: 'Review twice', estimateMinutes: 90, deadline: null };
  const after = { ...task(), ...editOfThisOne(task(), edited) };
  expect(after).toMatchObject(edited);
  expect(next(after)).toMatchObject({
    title: 'Review',
    estimateMinutes: 30,
    deadline: '2026-12-02',
    laterFields: null,
  });
  // A second edit of this task does not change the values of later tasks.
  const again = { ...after, ...editOfThisOne(after, { title: 'Review thrice' }) };
  expect(next(again)?.title).toBe('Review');
});

it('after an edit of a task and all later ones, the next task of the series has the new values', () => {
  const one = { ...task(), ...editOfThisOne(task(), { title: 'Only now', estimateMinutes: 5 }) };
  const after = { ...one, ...editOfLater(one, { title: 'From now on' }) };
  expect(after.laterFields).toEqual({ estimateMinutes: 30 });
  expect(next(after)).toMatchObject({ title: 'From now on', estimateMinutes: 30 });
  expect({ ...after, ...editOfLater(after, { estimateMinutes: 60 }) }.laterFields).toBeNull();
});

it('a task that begins to repeat does so at the time of its next block', () => {
  const plain = task({ repeat: null, seriesId: null, seriesDay: null, plannedDay: '2026-11-25' });
  const block = (day: string, clock: string) =>
    event(1, {
      start: `${day}T${clock}:00`,
      end: `${day}T${clock.replace(':00', ':45')}:00`,
      taskId: 1,
    });
  const events = [block('2026-11-18', '09:00'), block('2026-11-25', '18:00')];
  const begun = withRule(plain, { repeat: { ...MONDAYS, weekdays: [1] } }, '2026-11-25', events);
  expect(begun.blockTime).toEqual({ start: '18:00', minutes: 45 });
});

it('a rule begins on the task’s day, or on the rule’s first day', () => {
  const plain = task({ repeat: null, seriesId: null, seriesDay: null, plannedDay: null });
  const repeat = { ...MONDAYS, weekdays: [1] };
  expect(withRule(plain, { repeat }, '2026-11-25', [])).toMatchObject({
    seriesId: 1,
    seriesDay: '2026-11-30',
    plannedDay: '2026-11-30',
  });
  const planned = { ...plain, plannedDay: '2026-11-27' };
  expect(withRule(planned, { repeat }, '2026-11-25', []).seriesDay).toBe('2026-11-27');
  expect(
    withRule(task(), { repeat: { ...repeat, weekdays: [5] } }, '2026-11-25', []),
  ).toMatchObject({
    seriesId: 1,
    seriesDay: '2026-11-27',
  });
  expect(withRule(task(), { repeat: null }, '2026-11-25', [])).toMatchObject({ seriesId: null });
  expect(withRule(task(), { deadline: null }, '2026-11-25', [])).toEqual({ deadline: null });
});
