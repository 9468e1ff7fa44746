import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { dataOwners } from '../../lib/person/dataOwners';
import { createDrafts, recentKey, timerKey } from '../../lib/person/drafts';
import { REMEMBERED_USER_KEY } from '../../lib/person/earlyUser';
import { stubPush } from '../../../test/stubPush';
import { openReplica } from '../../sync/replica/diskReplica';
import { enter, forgetPerson, reduceData } from './browserData';

const drafts = createDrafts('note', z.string());

beforeEach(() => {
  indexedDB = new IDBFactory();
  localStorage.clear();
  vi.stubGlobal('fetch', async () => new Response('Please sign in.', { status: 401 }));
});

const remember = (id: number) =>
  localStorage.setItem(REMEMBERED_USER_KEY, JSON.stringify({ id, username: 'Ada' }));

/** Signs a person in, loads a task, and leaves this many changes unsent. */
async function use(userId: number, unsent: number) {
  remember(userId);
  await enter(userId);
  const replica = await openReplica(userId);
  await replica.replace('tasks', { records: [{ id: 1 }], revision: 'e.1.t' });
  const mutation = { key: 'k', collection: 'tasks', kind: 'delete', recordId: 1 } as const;
  for (let n = 0; n < unsent; n++)
    await replica.enqueue({ ...mutation, fields: {}, editedAt: '2026-11-20T09:00:00.000Z' });
  replica.close();
}

/** Ends this browser's session after a 401. */
async function endSession() {
  localStorage.removeItem(REMEMBERED_USER_KEY);
  await reduceData();
}

const people = async () => (await indexedDB.databases()).map(({ name }) => name).sort();

/** Returns the contents of a person's database. */
async function stored(userId: number) {
  const replica = await openReplica(userId);
  const found = {
    tasks: await replica.read('tasks'),
    outbox: (await replica.outbox()).queued.length,
  };
  replica.close();
  return found;
}

test('another person’s sign-in leaves only the unsent changes of earlier people', async () => {
  await use(1, 1);
  await use(2, 0);
  expect(await people()).toEqual(['daymark.1', 'daymark.2']);
  expect(await stored(1)).toEqual({ tasks: undefined, outbox: 1 });
  await use(3, 0);
  expect(await people()).toEqual(['daymark.1', 'daymark.3']);
  await use(4, 2);
  expect(await people()).toEqual(['daymark.1', 'daymark.4']);
  await use(1, 0);
  expect(await people()).toEqual(['daymark.1', 'daymark.4']);
});

test('a change stays until it is sent, even if it was put back ahead of a later change', async () => {
  await use(1, 0);
  const replica = await openReplica(1);
  const change = { collection: 'tasks', kind: 'delete', recordId: 1, fields: {} } as const;
  const editedAt = '2026-11-20T09:00:00.000Z';
  const [later] = await replica.enqueue({ ...change, key: 'later', editedAt });
  await replica.putBack([{ ...change, key: 'earlier', editedAt, seq: later!.seq }]);
  await replica.discard([later!]);
  replica.close();
  await endSession();
  expect(await people()).toEqual(['daymark.1']);
  expect(await stored(1)).toEqual({ tasks: undefined, outbox: 1 });
});

test('a session that ends elsewhere leaves nothing in this browser if all changes were sent', async () => {
  await use(1, 0);
  localStorage.setItem(recentKey(1), '["task/1"]');
  localStorage.setItem(timerKey(1), '{"note":"Taxes"}');
  await endSession();
  expect(await people()).toEqual([]);
  expect(Object.keys(localStorage)).toEqual([]);
});

test('a session that ends elsewhere leaves unsent changes and drafts in the person’s database', async () => {
  await use(1, 2);
  drafts.set(1, 'Half a thought');
  await endSession();
  expect(await stored(1)).toEqual({ tasks: undefined, outbox: 2 });
  expect(JSON.stringify(localStorage)).not.toContain('Half a thought');
  expect(dataOwners.all().get(1)).toEqual({ changes: 2, drafts: 1 });
});

test('a draft is there again when the person is back', async () => {
  await use(1, 0);
  drafts.set(1, 'Half a thought');
  await endSession();
  await use(1, 0);
  expect(drafts.get(1)).toBe('Half a thought');
  expect(dataOwners.all().get(1)).toBeUndefined();
});

test('another person’s sign-in deletes the drafts of people without unsent changes', async () => {
  await use(1, 0);
  drafts.set(1, 'Half a thought');
  await endSession();
  await use(2, 0);
  expect(await people()).toEqual(['daymark.2']);
  await use(1, 0);
  expect(drafts.get(1)).toBeUndefined();
});

test('drafts that wait with unsent changes outlive another person’s sign-in', async () => {
  await use(1, 1);
  drafts.set(1, 'Half a thought');
  await use(2, 0);
  expect(JSON.stringify(localStorage)).not.toContain('Half a thought');
  await use(1, 0);
  expect(drafts.get(1)).toBe('Half a thought');
});

test('data that stays because the server couldn’t be reached is reduced by the next page', async () => {
  await use(1, 0);
  drafts.set(1, 'Half a thought');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await endSession();
  expect(dataOwners.all().get(1)).toBeUndefined();
  vi.stubGlobal('fetch', async () => new Response('Please sign in.', { status: 401 }));
  await reduceData();
  expect(dataOwners.all().get(1)).toEqual({ changes: 0, drafts: 1 });
});

test('a late 401 keeps the data of a session that another tab has begun since', async () => {
  await use(1, 0);
  vi.stubGlobal('fetch', async () =>
    Response.json({
      id: 1,
      username: 'ada',
      email: 'ada@example.com',
      photoUrl: null,
      createdAt: '2026-01-01T00:00:00Z',
      timeZone: null,
      emailVerified: true,
      startedUnconfirmed: false,
      expiresAt: null,
    }),
  );
  await endSession();
  expect((await stored(1)).tasks).toMatchObject({ records: [{ id: 1 }] });
});

test('logout leaves nothing, not even unsent changes', async () => {
  await use(1, 1);
  drafts.set(1, 'Half a thought');
  localStorage.removeItem(REMEMBERED_USER_KEY);
  await forgetPerson(1);
  expect(await people()).toEqual([]);
  expect(Object.keys(localStorage)).toEqual([]);
});

test.each([
  ['logout', () => forgetPerson(1)],
  ['a session that ends elsewhere', endSession],
])(
  '%s deletes records and closes notifications before it asks the push service',
  async (_, leave) => {
    const browser = stubPush('granted');
    await use(1, 0);
    browser.shown.push({ title: 'Write the report', data: { userId: 1 } });
    browser.shown.push({ title: 'Of another', data: { userId: 2 } });
    let left: object | undefined;
    browser.subscribeWith('key').unsubscribe = async () => {
      left = { people: await people(), shown: browser.shown.map(({ title }) => title) };
      return true;
    };
    await leave();
    expect(left).toEqual({ people: [], shown: ['Of another'] });
  },
);
