import { expect, test } from 'vitest';
import { dayDate, dayKey, dayOfId, dayStart, isDay } from './reflectionDay';
import { answersOf, merged, parseDraft, unsaved } from './reflectionDraft';

const saved = { ...answersOf(undefined), accomplishments: 'Shipped', productivityRating: 3 };

test('touched fields keep what was typed, the others follow what is saved', () => {
  expect(merged(saved, { challenges: 'Noise' })).toEqual({ ...saved, challenges: 'Noise' });
});

test.each([
  [{ accomplishments: 'Shipped' }, {}],
  [{ accomplishments: '' }, { accomplishments: '' }],
  [{ productivityRating: 3, challenges: 'x' }, { challenges: 'x' }],
])('a draft equal to what is saved is none: %j', (draft, left) => {
  expect(unsaved(saved, draft)).toEqual(left);
});

test.each([
  [null, {}],
  ['nonsense', {}],
  ['[1]', {}],
  ['{"productivityRating":9,"challenges":5,"tomorrowFocus":"Rest"}', { tomorrowFocus: 'Rest' }],
])('a kept draft is read with care: %j', (kept, draft) => {
  expect(parseDraft(kept)).toEqual(draft);
});

test.each([
  ['2026-11-20', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['today', false],
])('%s is a day: %s', (day, is) => {
  expect(isDay(day)).toBe(is);
});

test('a day goes round through its date, its start and its id', () => {
  expect(dayKey(dayDate('2026-03-29'))).toBe('2026-03-29');
  expect(dayStart('2026-03-29')).toMatch(/^2026-03-29T\d\d:\d\d:00[+-]\d\d:\d\d$/);
  expect(new Date(dayStart('2026-11-20')).getTime()).toBe(dayDate('2026-11-20').getTime());
  expect(dayOfId(20261120)).toBe('2026-11-20');
});
