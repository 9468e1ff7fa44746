import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { deleteReplica, openReplica } from './diskReplica';
import { readReplicaEarly } from './earlyReplica';
import type { Mutation } from '../domain/mutation';
import type { Replica } from './replica';

const edit: Mutation = {
  key: 'a',
  kind: 'update',
  collection: 'tasks',
  recordId: 1,
  fields: { title: 'New' },
  editedAt: '2026-11-20T09:00:00.000Z',
};

const copyWith = (title: string) => ({ records: [{ id: 1, title }], revision: '1.1.1' });

let lastUserId = 700;

/** Another tab with one task, and a tab that has read it early. */
async function readEarly(queued: readonly Mutation[] = []) {
  const userId = ++lastUserId;
  const elsewhere = await openReplica(userId);
  await elsewhere.replace('tasks', copyWith('Old'));
  await elsewhere.enqueue(...queued);
  readReplicaEarly(userId, ['tasks']);
  const replica = await openReplica(userId);
  return { userId, elsewhere, replica };
}

async function titleIn(replica: Replica) {
  const copy = await replica.read('tasks');
  return (copy?.records[0] as { title?: string } | undefined)?.title;
}

test('what was read before the app’s code arrived is not read again', async () => {
  const { elsewhere, replica } = await readEarly([edit]);
  await replica.outbox();
  await elsewhere.replace('tasks', copyWith('New'));
  expect(await titleIn(replica)).toBe('Old');
});

test('what was read early does not count if another tab has confirmed a mutation since', async () => {
  const { elsewhere, replica } = await readEarly([edit]);
  const {
    queued: [queued],
  } = await elsewhere.outbox();
  if (!queued) throw new Error('Nothing is queued.');
  await elsewhere.confirm(queued, {
    record: { id: 1, title: 'New' } as { id: number },
    isCounted: false,
  });
  await replica.outbox();
  expect(await titleIn(replica)).toBe('New');
});

test('what was read early does not count once this tab has written', async () => {
  const { replica } = await readEarly();
  await replica.outbox();
  await replica.replace('tasks', copyWith('New'));
  expect(await titleIn(replica)).toBe('New');
});

const names = async () => (await indexedDB.databases()).map(({ name }) => name);

test('a person without a database gets none by reading early', async () => {
  const userId = ++lastUserId;
  readReplicaEarly(userId, ['tasks']);
  expect(await names()).not.toContain(`daymark.${userId}`);
  const replica = await openReplica(userId);
  await replica.outbox();
  expect(await titleIn(replica)).toBeUndefined();
  await replica.replace('tasks', copyWith('New'));
  expect(await titleIn(replica)).toBe('New');
});

test('a database that is open early can be deleted by a logout in another tab', async () => {
  const userId = ++lastUserId;
  const elsewhere = await openReplica(userId);
  elsewhere.close();
  readReplicaEarly(userId, ['tasks']);
  await deleteReplica(userId);
  expect(await names()).not.toContain(`daymark.${userId}`);
});
