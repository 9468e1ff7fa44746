import { beforeEach, expect, test } from 'vitest';
import { deleteDrafts, draftKey, noteDraftKey, timerKey } from './drafts';

beforeEach(() => localStorage.clear());

test('logout leaves no unsaved reflection or note, and no timer with its note, of the person behind, and nobody else’s is touched', () => {
  localStorage.setItem(draftKey(7, '2026-11-19'), '{}');
  localStorage.setItem(draftKey(7, '2026-11-20'), '{}');
  localStorage.setItem(noteDraftKey(7), '{}');
  localStorage.setItem(timerKey(7), '{}');
  localStorage.setItem(timerKey(70), '{}');
  localStorage.setItem(draftKey(70, '2026-11-20'), '{}');
  localStorage.setItem('daymark.colorMode', 'dark');
  deleteDrafts(7);
  expect(Object.keys(localStorage).sort()).toEqual([
    'daymark.colorMode',
    timerKey(70),
    draftKey(70, '2026-11-20'),
  ]);
});
