import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { openReplica } from '../../sync/diskReplica';
import { deletePreviousReplicas } from './previousReplicas';

beforeEach(() => {
  indexedDB = new IDBFactory();
  localStorage.clear();
});

/** Somebody signs in, and leaves this many changes unsent. */
async function use(userId: number, unsent: number) {
  await deletePreviousReplicas(userId);
  const replica = await openReplica(userId);
  const mutation = { key: 'k', collection: 'tasks', kind: 'delete', recordId: 1 } as const;
  for (let n = 0; n < unsent; n++)
    await replica.enqueue({ ...mutation, fields: {}, editedAt: '2026-11-20T09:00:00.000Z' });
  replica.close();
}
const people = async () => (await indexedDB.databases()).map(({ name }) => name).sort();

test('of everybody before nothing stays, but for those with unsent changes', async () => {
  await use(1, 1);
  await use(2, 0);
  expect(await people()).toEqual(['daymark.1', 'daymark.2']);
  await use(3, 0);
  expect(await people()).toEqual(['daymark.1', 'daymark.3']);
  await use(4, 2);
  expect(await people()).toEqual(['daymark.1', 'daymark.4']);
  await use(1, 0);
  expect(await people()).toEqual(['daymark.1', 'daymark.4']);
});

test('the list of an older version, of one person, is read', async () => {
  await use(1, 0);
  localStorage.setItem('daymark.kept', '1');
  await use(2, 0);
  expect(await people()).toEqual(['daymark.2']);
});
