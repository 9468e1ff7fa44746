import 'fake-indexeddb/auto';
import { describe, expect, it, vi } from 'vitest';
import { createReplica, type LastingReplica } from './replica/createReplica';
import { openReplica } from './replica/diskReplica';
import type { Mutation } from '../domain/mutation';
import { createOutbox, NOTHING_CARRIED_OVER, type CarriedOver, type Outbox } from './outbox';
import type { TabMessage } from './tabs';

interface TabOptions {
  /** Without this function, the tab behaves as if it were closed before it could broadcast anything. */
  broadcast?: (message: TabMessage) => void;
  carriedOver?: CarriedOver;
}

const startOutbox = (
  replica: LastingReplica,
  { broadcast = () => undefined, carriedOver = NOTHING_CARRIED_OVER }: TabOptions,
) =>
  createOutbox(
    replica,
    { broadcast },
    { carriedOver, onChanged: () => undefined, onQueued: () => undefined },
  );

async function openTab(userId: number, options: TabOptions = {}) {
  const replica = Object.assign(await openReplica(userId), { isMemoryOnly: () => false });
  const outbox = startOutbox(replica, options);
  await outbox.loaded;
  return outbox;
}

/** Opens a tab whose browser blocks storage. */
async function openTabInMemory(options: TabOptions = {}) {
  const replica = createReplica(
    () => Promise.reject(new DOMException('Storage is blocked.', 'SecurityError')),
    () => outbox.queued(),
    () => undefined,
  );
  const outbox = startOutbox(replica, options);
  await outbox.loaded;
  return outbox;
}

const created: Mutation = {
  key: 'a',
  kind: 'create',
  collection: 'tasks',
  recordId: 1,
  fields: { title: 'Water' },
  editedAt: '2026-11-20T09:00:00.000Z',
};

/** Returns the first mutation of a tab. */
function firstOf(outbox: Outbox) {
  const [first] = outbox.queued();
  if (!first) throw new Error('Nothing is queued.');
  return first;
}

const rejectFirst = (outbox: Outbox) => outbox.reject(firstOf(outbox), 'No.');

it('a tab that resubmits a rejected mutation sees how another tab has changed the mutation', async () => {
  const one = await openTab(1);
  await one.enqueue(created);
  await rejectFirst(one);
  const other = await openTab(1);
  const rejected = firstOf(other);

  await one.resubmit(rejected, { key: 'b', fields: { title: 'Water the ferns' } });
  await other.resubmit(rejected, { key: 'c' });
  const typed = { title: 'Water the ferns' };
  expect(other.queued()).toMatchObject([
    { key: 'b', kind: 'create', fields: typed },
    { key: 'b-typed', kind: 'update', fields: typed },
  ]);
  expect(other.all()).toHaveLength(2);
});

it.each([
  { userId: 2, retried: 'create', waiting: 'update' },
  { userId: 3, retried: 'delete', waiting: 'create' },
] as const)(
  'mutations that wait for a rejected $retried are not sent before it is sent again',
  async ({ userId, retried, waiting }) => {
    const outbox = await openTab(userId);
    await outbox.enqueue({ ...created, kind: retried });
    await outbox.enqueue({ ...created, key: 'b', kind: waiting, fields: { title: 'Ferns' } });
    const rejected = await rejectFirst(outbox);
    expect(outbox.next()).toBeUndefined();

    const resubmitted = outbox.resubmit(rejected, { key: 'c' });
    expect(outbox.next()).toBeUndefined();
    await resubmitted;
    expect(outbox.next()).toMatchObject({ key: 'c', kind: retried });
    expect(outbox.queued()).toMatchObject([{ key: 'c' }, { key: 'b' }]);
  },
);

const renamed: Mutation = { ...created, key: 'b', kind: 'update', fields: { title: 'Ferns' } };

it('a tab that missed a create does not send an edit of the new record alone', async () => {
  const uninformed = await openTab(4);
  const messages: TabMessage[] = [];
  const onDisk = await openTab(4, { broadcast: (message) => messages.push(message) });
  await onDisk.enqueue(created);
  const inMemory = await openTabInMemory();
  await onDisk.enqueue(renamed);

  const [, message] = messages;
  if (message?.kind !== 'enqueued') throw new Error('The edit was not broadcast.');
  await inMemory.addStored(message.mutation, message.after);
  expect(inMemory.next()).toBeUndefined();

  await uninformed.addStored(message.mutation, message.after);
  expect(uninformed.queued()).toMatchObject([{ key: 'a' }, { key: 'b' }]);
});

it('a tab in memory sends its edit after the create of another tab', async () => {
  const inMemory = await openTabInMemory();
  await inMemory.addStored({ ...created, seq: 57 });
  await inMemory.enqueue(renamed);
  expect(inMemory.queued()).toMatchObject([{ key: 'a' }, { key: 'b' }]);
});

it('text typed into a rejected undo that another tab has sent again becomes an edit', async () => {
  const one = await openTab(5);
  await one.enqueue({ ...created, restore: true });
  await rejectFirst(one);
  const other = await openTab(5);
  const rejected = firstOf(other);

  await one.resubmit(rejected, { key: 'b' });
  await other.resubmit(rejected, { key: 'c', fields: { title: 'Ferns' } });
  expect(other.queued()).toMatchObject([
    { key: 'b', kind: 'create', restore: true },
    { key: 'c-typed', kind: 'update' },
  ]);
  expect(other.queued()[1]).not.toHaveProperty('restore');
});

it('an edit queued after a rejected one survives if two tabs resubmit the rejected one', async () => {
  const one = await openTab(6);
  await one.enqueue(renamed);
  await one.enqueue({ ...renamed, key: 'c', fields: { title: 'Moss' } });
  await rejectFirst(one);
  const other = await openTab(6);
  const rejected = firstOf(other);

  await one.resubmit(rejected, { key: 'd' });
  await other.resubmit(rejected, { key: 'e', fields: { categoryId: 4 } });
  expect(other.queued()).toMatchObject([
    { key: 'd', fields: { title: 'Ferns' } },
    { key: 'e', fields: { title: 'Moss', categoryId: 4 } },
  ]);
});

it('other tabs keep the mutations that a tab in memory replaces until it discards the new one', async () => {
  const messages: TabMessage[] = [];
  const inMemory = await openTabInMemory({ broadcast: (message) => messages.push(message) });
  await inMemory.enqueue(created);
  for (const key of ['b', 'c']) {
    const rejected = await rejectFirst(inMemory);
    await inMemory.resubmit(rejected, { key, fields: { title: 'Ferns' } });
  }
  expect(messages.filter(({ kind }) => kind === 'discarded')).toEqual([]);
  expect(inMemory.queued()[0]).toMatchObject({ key: 'c', replaces: ['b', 'a', 'b-typed'] });

  await inMemory.discard(inMemory.queued());
  expect(messages.at(-1)).toMatchObject({
    kind: 'discarded',
    keys: ['c', 'b', 'a', 'b-typed', 'c-typed'],
  });
});

describe('mutations carried over to the same person’s next outbox in the page', () => {
  const left = async (userId: number) => {
    const outbox = await openTab(userId);
    await outbox.enqueue(created);
    await outbox.enqueue({ ...created, key: 'other', recordId: 2 });
    void outbox.enqueue(renamed);
    return outbox.toCarryOver();
  };

  it('include an unstored edit and the create before it', async () => {
    const carriedOver = await left(11);
    expect(carriedOver.mutations).toMatchObject([{ key: 'a' }, { key: 'b' }]);
    const next = await openTabInMemory({ carriedOver });
    await next.stored();
    expect(next.queued()).toMatchObject([{ key: 'a' }, { key: 'b' }]);
  });

  it('are sent without the create if another tab has sent the create', async () => {
    const carriedOver = await left(12);
    const other = await openTab(12);
    await other.discard(other.queued().filter(({ key }) => key === 'a'));
    const next = await openTab(12, { carriedOver });
    await next.stored();
    expect(next.all()).toMatchObject([{ key: 'other' }, { key: 'b' }]);
  });

  it('are sent with the create if the browser has emptied the disk', async () => {
    const carriedOver = await left(13);
    const next = await openTab(19, { carriedOver });
    await next.stored();
    expect(next.all()).toMatchObject([{ key: 'a' }, { key: 'b' }]);
  });

  it('are none if all are stored', async () => {
    const outbox = await openTab(14);
    await outbox.enqueue(created);
    expect(outbox.toCarryOver().mutations).toEqual([]);
  });

  it('take the place of the rejected mutation that they replace, on disk too', async () => {
    const before = await openTab(15);
    await before.enqueue(created);
    await before.enqueue(renamed);
    await rejectFirst(before);
    const again: Mutation = { ...created, key: 'c', replaces: ['a'] };
    const next = await openTab(15, {
      carriedOver: { mutations: [again], identity: before.identity() },
    });
    await vi.waitFor(() => expect(next.all()).toMatchObject([{ key: 'c' }, { key: 'b' }]));
    expect((await openTab(15)).all()).toMatchObject([{ key: 'c' }, { key: 'b' }]);
  });
});

it('discarding a mutation also discards the mutations that it replaces, on disk too', async () => {
  const outbox = await openTab(16);
  await outbox.enqueue(created);
  await outbox.enqueue({ ...created, key: 'c', replaces: ['a'] });
  await outbox.discard(outbox.queued().slice(1));
  expect(outbox.all()).toEqual([]);
  expect((await openTab(16)).all()).toEqual([]);
});

it('an edit of a discarded text stays, as an edit of the text before it', async () => {
  const outbox = await openTab(17);
  await outbox.enqueue({ ...renamed, key: 'a', base: { title: 'Water' } });
  const fields = { title: 'Ferns and moss' };
  await outbox.enqueue({ ...renamed, fields, base: { title: 'Ferns' } });
  await rejectFirst(outbox);
  const discarded = outbox.discardRejected('tasks', 1);
  const left = [{ key: 'b', fields, base: { title: 'Water' } }];
  // Checked before the discard has finished, because a list must not show the discarded text in the meantime.
  expect(outbox.queued()).toMatchObject(left);
  await discarded;
  expect((await openTab(17)).queued()).toMatchObject(left);
});
