import 'fake-indexeddb/auto';
import type { Task } from '@daymark/contract/task';
import { task } from '@daymark/contract/test/records';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closingChange, deletion } from '../src/domain/tasks/taskRequests';
import { todaysPriorities } from '../src/domain/tasks/todaysPriorities';
import { localDay } from '../src/lib/time/dates';
import { createSync, type Sync } from '../src/sync/createSync';
import { modelServer } from './modelServer';

let sync: Sync;
let server: ReturnType<typeof modelServer>;

const priority = (id: number, fields: Partial<Task> = {}) =>
  task(id, {
    isPriority: true,
    createdAt: new Date(Date.UTC(2026, 10, 20, 9, 0, id)).toISOString(),
    ...fields,
  });

beforeEach(async () => {
  indexedDB = new IDBFactory();
  localStorage.clear();
  server = modelServer();
  vi.stubGlobal(
    'fetch',
    server.fetch(() => 'both'),
  );
  sync = createSync(1, {
    onRejected: () => undefined,
    onRetrying: () => undefined,
    onLost: () => undefined,
    onOverruled: () => undefined,
    onConflict: () => undefined,
    onKept: () => undefined,
    onLeftAlone: () => undefined,
    onSignedOut: () => undefined,
    onOutdated: () => undefined,
  });
  await sync.start();
});
afterEach(() => {
  sync.stop();
});

const records = () => sync.records('tasks').data ?? [];
const shown = (id: number) => records().find((task) => task.id === id);
const ids = () => todaysPriorities(records(), sync.now()).map(({ id }) => id);
const create = (...tasks: Task[]) =>
  sync.mutate(...tasks.map((record) => ({ kind: 'create', collection: 'tasks', record }) as const));
const around = () => ({
  tasks: records(),
  events: [],
  today: localDay(sync.now()),
  now: sync.now(),
});
const remove = (id: number) => {
  const { requests, undo } = deletion(shown(id)!, around());
  return sync.change({ title: 'Task deleted' }, requests, undo);
};
const close = (id: number, fields: { completed: boolean } | { skippedAt: string }) => {
  const { requests, undo } = closingChange(shown(id)!, fields, around());
  return sync.change({ title: 'Task changed' }, requests, undo);
};
const sent = () => vi.waitFor(() => expect(sync.status().waiting).toBe(0));

describe('while the Top 3 is full', () => {
  it('Undo of a deletion restores the task without the priority', async () => {
    create(priority(1));
    const undo = remove(1);
    create(priority(2), priority(3), priority(4));
    undo();
    expect(shown(1)).toMatchObject({ title: 'Task 1', isPriority: false, order: null });
    expect(ids()).toEqual([2, 3, 4]);
    await sent();
    expect(server.records('tasks')).toContainEqual(
      expect.objectContaining({ id: 1, isPriority: false }),
    );
  });

  it('one Undo of two deletions restores only as many priorities as there are free slots', () => {
    create(priority(1), priority(2));
    const changes = [1, 2].map((id) => deletion(shown(id)!, around()));
    const undo = sync.change(
      { title: 'Tasks deleted' },
      changes.flatMap(({ requests }) => requests),
      changes.flatMap((change) => change.undo),
    );
    create(priority(3), priority(4));
    undo();
    expect(records()).toHaveLength(4);
    expect(ids()).toHaveLength(3);
  });

  it('Undo of skipping opens the task without the priority', () => {
    create(priority(1));
    const undo = close(1, { skippedAt: sync.now().toISOString() });
    create(priority(2), priority(3), priority(4));
    undo();
    expect(shown(1)).toMatchObject({ skippedAt: null, isPriority: false });
    expect(ids()).toEqual([2, 3, 4]);
  });

  it('reopening a priority of an earlier day opens it without the priority', () => {
    create(priority(1, { completed: true, completedAt: '2026-11-20T10:00:00.000Z' }));
    create(priority(2), priority(3), priority(4));
    close(1, { completed: false });
    expect(shown(1)).toMatchObject({ completed: false, isPriority: false });
    expect(ids()).toEqual([2, 3, 4]);
  });
});

it('Undo of a deletion restores the priority if the Top 3 has a free slot', () => {
  create(priority(1), priority(2));
  const undo = remove(1);
  undo();
  expect(shown(1)?.isPriority).toBe(true);
  expect(ids()).toEqual([1, 2]);
});

it('a task that was completed, skipped on another device and reopened is open', async () => {
  create(priority(1));
  close(1, { completed: true });
  await sent();
  server.handle('PATCH', new URL('http://model/api/tasks/1'), {
    skippedAt: new Date().toISOString(),
  });
  await sync.pull();
  expect(shown(1)).toMatchObject({ completed: true, skippedAt: null });
  close(1, { completed: false });
  expect(shown(1)).toMatchObject({ completed: false, skippedAt: null });
  await sent();
  expect(shown(1)).toMatchObject({ completed: false, skippedAt: null });
});

it('a queued skip leaves a task completed if another device has completed it', () => {
  create(priority(1, { completed: true, completedAt: '2026-11-20T10:00:00.000Z' }));
  sync.mutate({
    kind: 'update',
    collection: 'tasks',
    id: 1,
    fields: { skippedAt: '2026-11-20T10:00:00.000Z' },
  });
  expect(shown(1)).toMatchObject({ completed: true, skippedAt: null });
});
