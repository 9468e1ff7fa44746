import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { deleteReplica, openReplica } from './diskReplica';
import { databaseName } from './diskShape';
import { BROWSER_VALUES, personHere } from './personHere';
import { keepUnsent } from './leftReplica';

it('a person is here from the first collection until their session ends', async () => {
  const replica = await openReplica(7);
  expect(await personHere(7)).toBeUndefined();
  await replica.replace('tasks', { records: [], revision: 'e.1.0' });
  expect(await personHere(7)).toEqual({ values: {}, lastEditMs: 0 });
  const editedAt = '2026-11-20T09:00:00.000Z';
  await replica.enqueue({
    key: 'k',
    collection: 'tasks',
    kind: 'delete',
    recordId: 1,
    fields: {},
    editedAt,
  });
  await replica.storeValue(BROWSER_VALUES, { a: '1' });
  expect(await personHere(7)).toEqual({ values: { a: '1' }, lastEditMs: Date.parse(editedAt) });
  replica.close();
  await keepUnsent(7, [], true);
  expect(await personHere(7)).toBeUndefined();
  await deleteReplica(7);
});

it('asking for a person creates no database', async () => {
  expect(await personHere(8)).toBeUndefined();
  // The browser removes the aborted database a moment later. Other files have databases, too.
  const names = async () => (await indexedDB.databases()).map(({ name }) => name);
  await vi.waitFor(async () => expect(await names()).not.toContain(databaseName(8)));
});
