import { reflectionDayOf, reflectionIdOf } from '@daymark/contract/reflection';
import { expect, test } from 'vitest';
import { localInstant, startOfDay } from '../../lib/dates';
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

test('a day goes round through its start and its id', () => {
  const start = localInstant(startOfDay('2026-03-29'));
  expect(reflectionIdOf(start)).toBe(20260329);
  expect(reflectionDayOf(20260329)).toBe('2026-03-29');
  expect(reflectionDayOf(reflectionIdOf('0099-01-02T00:00:00Z'))).toBe('0099-01-02');
});
