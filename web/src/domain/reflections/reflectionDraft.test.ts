import { dayOfId } from '@daymark/contract/primitives';
import { reflectionIdOf } from '@daymark/contract/reflection';
import { expect, test } from 'vitest';
import { localInstant, startOfDay } from '../../lib/time/dates';
import { createDrafts } from '../../lib/person/drafts';
import { mergeDraft, unsavedDraft } from './answerDraft';
import { answersOf, StoredReflectionDraft } from './reflectionDraft';

const saved = { ...answersOf(undefined), accomplishments: 'Shipped', productivityRating: 3 };

test('edited fields show what was typed, and the other fields show what is saved', () => {
  expect(mergeDraft(saved, { challenges: 'Noise' })).toEqual({ ...saved, challenges: 'Noise' });
});

test.each([
  [{ accomplishments: 'Shipped' }, {}],
  [{ accomplishments: '' }, { accomplishments: '' }],
  [{ productivityRating: 3, challenges: 'x' }, { challenges: 'x' }],
])('fields that equal what is saved are removed from the draft: %j', (draft, left) => {
  expect(unsavedDraft(saved, draft)).toEqual(left);
});

test.each([
  [null, {}],
  ['nonsense', {}],
  ['[1]', {}],
  ['{"productivityRating":9,"challenges":5,"tomorrowFocus":"Rest"}', { tomorrowFocus: 'Rest' }],
])('invalid parts of a stored draft are ignored: %j', (stored, draft) => {
  const { seen: _, ...typed } =
    createDrafts('reflection', StoredReflectionDraft).parse(stored) ?? {};
  expect(unsavedDraft(saved, typed)).toEqual(draft);
});

test('a day survives the conversion to its reflection’s id and back', () => {
  const start = localInstant(startOfDay('2026-03-29'));
  expect(reflectionIdOf(start)).toBe(20260329);
  expect(dayOfId(20260329)).toBe('2026-03-29');
  expect(dayOfId(reflectionIdOf('0099-01-02T00:00:00Z'))).toBe('0099-01-02');
});
