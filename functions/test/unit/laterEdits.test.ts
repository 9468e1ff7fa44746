import { editOf, laterEdits } from '@daymark/contract/laterEdits';
import { textVersion } from '@daymark/contract/texts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const now = new Date('2026-11-20T12:00:00.000Z');
const [earlier, early, late] = [
  '2026-11-20T09:00:00.000Z',
  '2026-11-20T10:00:00.000Z',
  '2026-11-20T11:00:00.000Z',
];

test('an edit without a time, or with a time in the future, counts as made now', () => {
  const made = { fields: { title: 'x' }, at: now.toISOString(), isNow: true };
  expect(editOf({ title: 'x', editedAt: undefined }, now)).toEqual(made);
  expect(editOf({ title: 'x', editedAt: null }, now)).toEqual(made);
  expect(editOf({ title: 'x', editedAt: '2030-01-01T00:00:00+01:00' }, now)).toEqual(made);
});

test('a time is compared as a moment, whatever its offset', () => {
  const editedAt = '2026-11-20T15:30:00+05:30';
  expect(editOf({ title: 'x', editedAt }, now)).toEqual({ fields: { title: 'x' }, at: early });
});

test('a field that was edited later stays, and the other fields are written', () => {
  const fields = { title: 'x', completed: true, order: 1 };
  expect(laterEdits({ fields, at: early }, { title: late, completed: earlier })).toEqual({
    winning: { completed: true, order: 1 },
    edits: { title: late, completed: early, order: early },
    conflicts: [],
  });
});

test('an edit that arrives again changes nothing', () => {
  const edits = { title: early };
  expect(laterEdits({ fields: { title: 'x' }, at: early }, edits)).toEqual({
    winning: {},
    edits,
    conflicts: [],
  });
});

test('an edit without a time wins and never moves the last edit back', () => {
  const after = '2026-11-20T12:00:00.001Z';
  const edit = { fields: { title: 'x' }, at: now.toISOString(), isNow: true };
  const merged = { winning: { title: 'x' }, edits: { title: after }, conflicts: [] };
  expect(laterEdits(edit, { title: after })).toEqual(merged);
});

test('a text replaces the version that the person saw, even by a clock that is behind', () => {
  const edit = { fields: { title: 'New' }, at: early, base: { title: textVersion('Old') } };
  expect(laterEdits(edit, { title: late }, { title: 'Old' })).toEqual({
    winning: { title: 'New' },
    edits: { title: late },
    conflicts: [],
  });
});

test('if one of several texts was changed elsewhere, all texts conflict and none is written', () => {
  const base = { title: textVersion('Old'), content: textVersion('Text') };
  const edit = { fields: { title: 'New', content: 'More text', completed: true }, at: late, base };
  const current = { title: 'Elsewhere', content: 'Text' };
  expect(laterEdits(edit, { title: early, completed: earlier }, current)).toEqual({
    winning: { completed: true },
    edits: { title: early, completed: late },
    conflicts: ['title', 'content'],
  });
});

test('a text that equals the stored one is neither written nor a conflict', () => {
  const edit = { fields: { title: 'New' }, at: late, base: { title: textVersion('Old') } };
  expect(laterEdits(edit, {}, { title: 'New' })).toEqual({ winning: {}, edits: {}, conflicts: [] });
});

test('each field ends with its latest edit, in whatever order edits arrive', () => {
  const fields = fc.record(
    { title: fc.nat(), completed: fc.nat(), order: fc.nat() },
    { requiredKeys: [] },
  );
  // The edits have different times. If two edits have the same time, the first to arrive wins.
  const minutes = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 59 }), fields), {
    selector: ([minute]) => minute,
  });
  const arrivals = minutes.chain((edits) =>
    fc.tuple(
      fc.constant(edits),
      fc.shuffledSubarray(edits, { minLength: edits.length, maxLength: edits.length }),
    ),
  );
  fc.assert(
    fc.property(arrivals, ([edits, arriving]) => {
      let record: Record<string, number> = {};
      let kept = {};
      for (const [minute, changed] of arriving) {
        const at = new Date(now.getTime() - (60 - minute) * 60_000).toISOString();
        const { winning, edits: then } = laterEdits({ fields: changed, at }, kept);
        record = { ...record, ...winning };
        kept = then;
      }
      const inOrder = edits.toSorted(([a], [b]) => a - b).map(([, changed]) => changed);
      expect(record).toEqual(Object.assign({}, ...inOrder));
    }),
  );
});
