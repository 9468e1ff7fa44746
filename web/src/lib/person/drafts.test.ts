import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createDrafts, deleteDrafts, timerKey } from './drafts';

beforeEach(() => localStorage.clear());

const priorities = createDrafts('priority', z.object({ title: z.string() }));

describe('drafts', () => {
  test('are stored by person and name', () => {
    priorities.set(7, { title: 'Call Ana' });
    priorities.set(7, { title: 'Call Bo' }, 'second');
    expect(priorities.get(7)).toEqual({ title: 'Call Ana' });
    expect(priorities.get(7, 'second')).toEqual({ title: 'Call Bo' });
    expect(priorities.names(7).sort()).toEqual(['open', 'second']);
    expect(priorities.get(70)).toBeUndefined();
    priorities.set(7, undefined);
    expect(priorities.names(7)).toEqual(['second']);
  });

  test.each(['{', '{"title":3}', 'null'])(
    'are ignored if they do not match the schema: %s',
    (stored) => {
      priorities.set(7, { title: 'Call Ana' });
      const [key = ''] = Object.keys(localStorage);
      localStorage.setItem(key, stored);
      expect(priorities.get(7)).toBeUndefined();
    },
  );
});

test('logout deletes the drafts and the timer of the person, and of nobody else', () => {
  const kinds = ['reflection', 'note', 'task', 'taskTitle', 'priority', 'event'] as const;
  for (const kind of kinds) {
    createDrafts(kind, z.string()).set(7, 'typed');
    createDrafts(kind, z.string()).set(7, 'typed', '2026-11-20');
    createDrafts(kind, z.string()).set(70, 'typed');
  }
  localStorage.setItem(timerKey(7), '{}');
  localStorage.setItem(timerKey(70), '{}');
  localStorage.setItem('daymark.colorMode', 'dark');
  deleteDrafts(7);
  for (const kind of kinds) {
    expect(createDrafts(kind, z.string()).names(7)).toEqual([]);
    expect(createDrafts(kind, z.string()).get(70)).toBe('typed');
  }
  expect(localStorage.getItem(timerKey(7))).toBeNull();
  expect(localStorage.getItem(timerKey(70))).toBe('{}');
  expect(localStorage.getItem('daymark.colorMode')).toBe('dark');
});
