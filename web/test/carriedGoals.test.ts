import 'fake-indexeddb/auto';
import type { Goal } from '@daymark/contract/goal';
import { goal as anyGoal, task as anyTask } from '@daymark/contract/test/records';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { carrying, goalsInWeek } from '../src/domain/goals/weekGoals';
import { createSync, type Sync } from '../src/sync/createSync';
import { modelServer } from './modelServer';

const THIS = '2026-11-16';
const NEXT = '2026-11-23';

let server: ReturnType<typeof modelServer>;
const offline = new Set<number>();
const syncs = new Map<number, Sync>();

beforeEach(() => {
  indexedDB = new IDBFactory();
  localStorage.clear();
  server = modelServer({ now: () => new Date() });
  server.put('goals', anyGoal(1, { title: 'Ship it' }));
  server.put('tasks', anyTask(7, { goalId: 1 }));
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    const id = Number((init.headers as Record<string, string>)['Daymark-User']);
    return server.fetch(() => (offline.has(id) ? 'requestLost' : 'both'))(input, init);
  });
});
afterEach(() => {
  for (const sync of syncs.values()) sync.stop();
  syncs.clear();
  offline.clear();
});

/** Starts a device with the goals and tasks, and takes it offline. */
async function offlineDevice(id: number): Promise<Sync> {
  const nothing = () => undefined;
  const sync = createSync(id, {
    onRejected: nothing,
    onRetrying: nothing,
    onLost: nothing,
    onOverruled: nothing,
    onConflict: nothing,
    onKept: nothing,
    onLeftAlone: nothing,
    onSignedOut: nothing,
    onOutdated: nothing,
  });
  syncs.set(id, sync);
  await sync.start();
  await Promise.all([sync.load('goals'), sync.load('tasks')]);
  offline.add(id);
  return sync;
}

const goals = (sync: Sync) => sync.records('goals').data ?? [];
const goalOf = (sync: Sync, week: string) => goalsInWeek(goals(sync), week)[0] as Goal;

const carry = (sync: Sync) =>
  sync.change(
    { title: 'Goal carried forward' },
    carrying(goalOf(sync, THIS), NEXT, {
      goals: goals(sync),
      tasks: sync.records('tasks').data ?? [],
      now: sync.now(),
    }).requests,
  );

const rename = (sync: Sync, { id }: Goal, title: string) =>
  sync.change({ title: 'Goal renamed' }, [
    { kind: 'update', collection: 'goals', id, fields: { title } },
  ]);

/** Takes all devices online, one after the other, until nothing waits. */
async function goOnline() {
  for (const [id, sync] of syncs) {
    offline.delete(id);
    dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(sync.status().waiting).toBe(0));
  }
}

const stored = () => server.records('goals') as unknown as Goal[];
const titles = () => stored().map(({ title }) => title);

it('makes one goal when two devices carry the same goal offline', async () => {
  const [phone, desk] = [await offlineDevice(1), await offlineDevice(2)];
  carry(phone);
  carry(desk);
  await goOnline();
  const [next, ...others] = goalsInWeek(stored(), NEXT);
  expect(others).toEqual([]);
  expect(next?.title).toBe('Ship it');
  expect(server.records('tasks')[0]).toMatchObject({ goalId: next?.id });
  expect(goalsInWeek(stored(), THIS)[0]?.outcome).toBe('carried');
});

it('keeps a name that another device gave the goal while it was carried', async () => {
  const [phone, desk] = [await offlineDevice(1), await offlineDevice(2)];
  carry(phone);
  rename(desk, goalOf(desk, THIS), 'Ship the beta');
  await goOnline();
  expect(titles().toSorted()).toEqual(['Ship it', 'Ship the beta']);
});

it('keeps the name of a carried goal that another device carries later', async () => {
  const [phone, desk] = [await offlineDevice(1), await offlineDevice(2)];
  carry(phone);
  rename(phone, goalOf(phone, NEXT), 'Ship the rest');
  carry(desk);
  await goOnline();
  expect(goalsInWeek(stored(), NEXT).map(({ title }) => title)).toEqual(['Ship the rest']);
});

it('carries a goal again after Undo', async () => {
  const phone = await offlineDevice(1);
  await goOnline();
  const takeBack = carry(phone);
  await vi.waitFor(() => expect(goalsInWeek(stored(), NEXT)).toHaveLength(1));
  takeBack();
  await vi.waitFor(() => expect(goalsInWeek(stored(), NEXT)).toHaveLength(0));
  expect(goalOf(phone, THIS).outcome).toBeNull();
  carry(phone);
  await vi.waitFor(() => expect(goalsInWeek(stored(), NEXT)).toHaveLength(1));
});
