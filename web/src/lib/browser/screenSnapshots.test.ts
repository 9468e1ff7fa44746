import { beforeEach, describe, expect, test, vi } from 'vitest';
import { removeSnapshots, snapshotConditions, snapshotOf, storeSnapshot } from './screenSnapshots';

const snapshot = (address: string, html = '<p>Water the ferns</p>') => ({
  address,
  conditions: 'as now',
  title: 'Tasks',
  styles: ['/assets/app.css'],
  html,
});

const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('daymark.screen'));

beforeEach(() => {
  localStorage.clear();
});

describe('a snapshot of a screen', () => {
  test('is the one of its address, with its query, under the same conditions', () => {
    storeSnapshot(snapshot('/tasks', '<p>All</p>'));
    storeSnapshot(snapshot('/tasks?view=today', '<p>Today</p>'));
    expect(snapshotOf('/tasks', 'as now')).toEqual(snapshot('/tasks', '<p>All</p>'));
    expect(snapshotOf('/tasks?view=today', 'as now')?.html).toBe('<p>Today</p>');
    expect(snapshotOf('/tasks', 'other')).toBeUndefined();
    expect(snapshotOf('/today', 'as now')).toBeUndefined();
  });

  test('is one of four: a fifth replaces the one that was stored first', () => {
    for (const address of ['/1', '/2', '/3', '/4', '/1', '/5']) storeSnapshot(snapshot(address));
    expect(snapshotOf('/2', 'as now')).toBeUndefined();
    for (const address of ['/1', '/3', '/4', '/5'])
      expect(snapshotOf(address, 'as now')).toBeDefined();
    expect(stored()).toHaveLength(5);
  });

  test('that is very long is not stored, and leaves no older one of its screen', () => {
    storeSnapshot(snapshot('/tasks'));
    storeSnapshot(snapshot('/tasks', 'x'.repeat(150_001)));
    expect(snapshotOf('/tasks', 'as now')).toBeUndefined();
    expect(stored()).toEqual([]);
  });

  test('that finds the storage full does not leave the one before in its place', () => {
    storeSnapshot(snapshot('/tasks', '<p>Before</p>'));
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    storeSnapshot(snapshot('/tasks', '<p>Now</p>'));
    full.mockRestore();
    expect(localStorage.getItem('daymark.screen:/tasks')).toBeNull();
    removeSnapshots();
  });

  test('is removed with all others, and what cannot be read is none', () => {
    storeSnapshot(snapshot('/tasks'));
    removeSnapshots();
    expect(stored()).toEqual([]);
    localStorage.setItem('daymark.screens', '{"half');
    expect(snapshotOf('/tasks', 'as now')).toBeUndefined();
  });
});

test('the conditions of a snapshot change with the person, the part of the day and the day', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const at = (text: string, userId = 1) => {
    vi.setSystemTime(new Date(text));
    return snapshotConditions(userId);
  };
  const morning = at('2026-11-24T11:59:00');
  expect(at('2026-11-24T09:00:00')).toBe(morning);
  expect(at('2026-11-24T12:00:00')).not.toBe(morning);
  expect(at('2026-11-25T11:59:00')).not.toBe(morning);
  expect(at('2026-11-24T11:59:00', 2)).not.toBe(morning);
  vi.useRealTimers();
});
