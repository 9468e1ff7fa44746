import { DEFAULT_CATEGORIES, NewCategory } from '@daymark/contract/category';
import { DEFAULT_EVENT_COLOR, EVENT_COLORS } from '@daymark/contract/event';
import { sentence } from '@daymark/contract/messages';
import { NewNote, Note, NotePatch } from '@daymark/contract/note';
import { Id, Instant, newId, PathId, Text } from '@daymark/contract/primitives';
import { NewTask, NO_PLAN, TaskPatch } from '@daymark/contract/task';
import { Registration } from '@daymark/contract/user';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rows } from '../rows';

describe('ids', () => {
  test('are valid and unique when they are made', () => {
    const ids = Array.from({ length: 10_000 }, newId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(Id.safeParse(id).success).toBe(true);
  });

  test('pass in a path in their canonical decimal form only', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 52 - 1 }), (id) => {
        expect(PathId.parse(String(id))).toBe(id);
      }),
    );
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.float().map(String), fc.bigInt().map(String)),
        (text) => {
          const parsed = PathId.safeParse(text);
          if (parsed.success) expect(String(parsed.data)).toBe(text);
        },
      ),
    );
  });

  test.each([0, -1, 1.5, 2 ** 52, NaN, Infinity, '1', null])('%s in JSON is not an id', (id) => {
    expect(Id.safeParse(id).success).toBe(false);
  });
});

test('the event colors are Blue, Purple, Yellow, Green and Indigo, with Blue as the default', () => {
  expect(EVENT_COLORS.map(({ value, name }) => `${value} ${name}`)).toEqual([
    '#3B82F6 Blue',
    '#8B5CF6 Purple',
    '#F59E0B Yellow',
    '#10B981 Green',
    '#6366F1 Indigo',
  ]);
  expect(DEFAULT_EVENT_COLOR).toBe('#3B82F6');
});

describe('a task’s change', () => {
  test('contains only the fields that were sent, without defaults', () => {
    expect(TaskPatch.parse({ title: ' Water ' })).toEqual({ title: 'Water' });
    expect(TaskPatch.parse({ categoryId: null })).toEqual({ categoryId: null });
  });

  test('is refused if it changes nothing', () => {
    for (const nothing of [{}, { id: 7 }, { userId: 7 }])
      expect(TaskPatch.safeParse(nothing).success).toBe(false);
  });
});

test('a new task gets the default values (product §3)', () => {
  expect(NewTask.parse({ title: 'Water' })).toEqual({
    title: 'Water',
    completed: false,
    categoryId: null,
    isPriority: false,
    order: null,
    ...NO_PLAN,
  });
});

test('a valid instant is still valid when it is written in UTC', () => {
  const dates = fc.date({
    min: new Date(-62_200_000_000_000),
    max: new Date(253_500_000_000_000),
    noInvalidDate: true,
  });
  const offsets = fc.constantFrom(
    'Z',
    '+00:00',
    '+14:00',
    '-12:00',
    '+23:59',
    '-23:59',
    '+24:00',
    '+05:30',
  );
  fc.assert(
    fc.property(dates, offsets, (date, offset) => {
      const written = date.toISOString().replace('Z', offset);
      if (Instant.safeParse(written).success)
        expect(Instant.safeParse(new Date(written).toISOString()).success).toBe(true);
    }),
  );
  expect(Instant.safeParse('2026-03-29T00:00:00+02:00').success).toBe(true);
  for (const none of ['2026-03-29', '2026-03-29T00:00:00', '2026-02-30T00:00:00Z', '', 'now'])
    expect(Instant.safeParse(none).success).toBe(false);
});

test('text has a maximum length in code points and no lone surrogates', () => {
  expect(Text(3).safeParse('🦊a').success).toBe(true);
  expect(Text(3).safeParse('🦊🦊🦊🦊').success).toBe(false);
  expect(Text(3).safeParse('\ud83e').success).toBe(false);
});

test('a failed parse gives one sentence, with the field’s name if the message needs it', () => {
  const sentenceOf = (input: unknown) => {
    const { error } = Registration.safeParse(input);
    return error && sentence(error);
  };
  expect(sentenceOf({})).toBe('username: Required');
  expect(sentenceOf({ username: 7 })).toBe('username: Expected string, received number');
  expect(sentenceOf({ username: 'ab' })).toBe('Username must be at least 3 characters');
  expect(sentenceOf(null)).toBe('Expected object, received null');
  expect(sentenceOf([])).toBe('Expected object, received array');
});

test('a note without an attachment field is not attached, and a patch adds no attachment', () => {
  const times = { createdAt: '2026-11-20T09:00:00Z', updatedAt: '2026-11-20T09:00:00Z' };
  const earlier = { id: 1, title: 'Ferns', content: '', ...times, userId: 1 };
  expect(Note.parse(earlier).attachedTo).toBeNull();
  expect(NewNote.parse(earlier).attachedTo).toBeNull();
  expect(NotePatch.parse({ title: 'All ferns' })).toEqual({ title: 'All ferns' });
});

test('the default categories are valid, and Work has the id 1', () => {
  for (const category of DEFAULT_CATEGORIES)
    expect(NewCategory.safeParse(category).success).toBe(true);
  expect(DEFAULT_CATEGORIES[0]).toMatchObject({ id: 1, name: 'Work' });
});

test('every row of the contract is consistent', () => {
  for (const row of rows) {
    expect(row.path.includes(':'), row.name).toBe(row.params !== undefined);
    const hasNoBody = row.reply === undefined && row.file === undefined;
    expect([204, 302].includes(row.status), row.name).toBe(hasNoBody);
    if (row.method === 'GET') expect(row.body, row.name).toBeUndefined();
  }
  expect(new Set(rows.map(({ method, path }) => `${method} ${path}`)).size).toBe(rows.length);
});
