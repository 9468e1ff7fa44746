import { collections, type Changes, type CollectionName } from '@daymark/contract/changes';
import { FieldValue, getFirestore, Timestamp } from 'firebase-admin/firestore';
import { beforeEach, describe, expect, test } from 'vitest';
import { admin } from './authEmulator';
import { expectSentence } from './expectSentence';
import { newPerson, type Person } from './people';
import { send } from './send';

const firestore = getFirestore(admin);
let person: Person;
beforeEach(async () => {
  person = await newPerson();
});

const ask = async (method: string, path: string, body?: object) => {
  const reply = await send({ method, path, session: person.session, body });
  expect(reply.status, reply.text).toBeLessThan(300);
  return reply;
};
const since = async (known: Partial<Record<CollectionName, string>>) => {
  const reply = await send({ path: '/api/changes', query: known, session: person.session });
  expect(reply.status, reply.text).toBe(200);
  return reply.json() as Changes;
};
const revisionAt = async (path: string) =>
  String((await ask('GET', path)).headers.etag).slice(1, -1);
const tasksNow = () => revisionAt('/api/tasks');
const idsOf = (records: readonly { id: number }[] | undefined) =>
  records?.map(({ id }) => id).sort((a, b) => a - b);

const [start, end] = ['2026-11-20T08:00:00+01:00', '2026-11-20T09:00:00+01:00'];
/** How each collection is listed, and how one of its records is created, changed and deleted. */
const nouns: Record<
  CollectionName,
  { list: string; path: string; make: object; change?: object; isDeleted?: true }
> = {
  tasks: {
    list: '/api/tasks',
    path: '/api/tasks',
    make: { id: 7, title: 'Water' },
    change: { title: 'Prune' },
    isDeleted: true,
  },
  categories: {
    list: '/api/categories',
    path: '/api/categories',
    make: { id: 7, name: 'Garden', color: '#000000' },
    change: { name: 'x' },
    isDeleted: true,
  },
  events: {
    list: '/api/events',
    path: '/api/events',
    make: { id: 7, title: 'x', start, end },
    change: { end: start },
    isDeleted: true,
  },
  goals: {
    list: '/api/goals',
    path: '/api/goals',
    make: { id: 7, title: 'x', span: 'week', day: '2026-11-16' },
    change: { title: 'y' },
    isDeleted: true,
  },
  dayPlans: {
    list: '/api/day-plans',
    path: '/api/day-plans',
    make: { id: 20261120, day: '2026-11-20' },
    change: { plan: { keptAt: start, tasks: [], times: [] } },
  },
  weekReviews: {
    list: '/api/week-reviews',
    path: '/api/week-reviews',
    make: { id: 20261116, day: '2026-11-16' },
    change: { done: 'x' },
  },
  notes: {
    list: '/api/notes',
    path: '/api/notes',
    make: { id: 7, title: 'x', content: '' },
    change: { content: 'y' },
    isDeleted: true,
  },
  conflicts: {
    list: '/api/conflicts',
    path: '/api/conflicts',
    make: {
      id: 7,
      collection: 'notes',
      recordId: 7,
      field: 'content',
      text: 'x',
      writtenAt: start,
      device: 1,
      isFromDevice: true,
    },
    isDeleted: true,
  },
  focusSessions: {
    list: '/api/focus-sessions',
    path: '/api/focus-sessions',
    make: {
      id: 7,
      mode: 'focus',
      start,
      end,
      plannedSeconds: 1,
      actualSeconds: 1,
      completed: true,
    },
    change: { note: 'y' },
    isDeleted: true,
  },
  reflections: {
    list: '/api/reflections/days',
    path: '/api/reflections',
    make: { date: start, challenges: 'Aphids' },
  },
  settings: { list: '/api/settings', path: '/api/settings', make: { focusDuration: 50 } },
};

test('a client with no revision, or with the current ones, gets an empty response', async () => {
  expect(await since({})).toEqual({});
  await ask('POST', '/api/tasks', { title: 'Water' });
  expect(await since({ tasks: await tasksNow(), notes: await revisionAt('/api/notes') })).toEqual(
    {},
  );
});

describe.each(Object.keys(collections) as CollectionName[])('%s', (name) => {
  const { list, path, make, change, isDeleted } = nouns[name];

  test('are in the response if they were created, changed or deleted', async () => {
    // Without any record, the response would be a reset.
    await ask('POST', '/api/notes', { id: 1, title: 'x', content: '' });
    const before = await revisionAt(list);
    const method = name === 'settings' ? 'PATCH' : 'POST';
    const made = (await ask(method, path, make)).json() as { id: number };
    const first = await since({ [name]: before });
    expect(Object.keys(first)).toEqual([name]);
    expect(first[name]).toMatchObject({ reset: false, deleted: [] });
    expect(first[name]?.changed).toContainEqual(made);
    expect(first[name]?.revision).toBe(await revisionAt(list));
    expect(await since({ [name]: first[name]!.revision })).toEqual({});

    if (change) {
      const changed = (await ask('PATCH', `${path}/${made.id}`, change)).json() as object;
      const second = await since({ [name]: first[name]!.revision });
      expect(second[name]?.changed).toContainEqual(changed);
    }
    if (isDeleted) {
      const known = await revisionAt(list);
      await ask('DELETE', `${path}/7`);
      const third = await since({ [name]: known });
      expect(third[name]).toMatchObject({ reset: false, deleted: [7] });
      expect(idsOf(third[name]?.changed)).not.toContain(7);
    }
  });
});

test('one call brings many collections up to date, each from its own revision', async () => {
  await ask('POST', '/api/tasks', { id: 1, title: 'x' });
  await ask('POST', '/api/notes', { id: 1, title: 'x', content: '' });
  const known = {
    tasks: await tasksNow(),
    notes: await revisionAt('/api/notes'),
    events: await revisionAt('/api/events'),
  };
  await ask('DELETE', '/api/tasks/1');
  await ask('POST', '/api/notes', { id: 2, title: 'y', content: '' });
  const { tasks, notes, ...others } = await since(known);
  expect(others).toEqual({});
  expect(tasks).toMatchObject({ changed: [], deleted: [1] });
  expect(notes?.deleted).toEqual([]);
  expect(idsOf(notes?.changed)).toContain(2);
});

test('deleting a category reports the tasks that lose it', async () => {
  await ask('POST', '/api/categories', { id: 3, name: 'Garden', color: '#000000' });
  await ask('POST', '/api/tasks', { id: 7, title: 'Water', categoryId: 3 });
  const known = { tasks: await tasksNow(), categories: await revisionAt('/api/categories') };
  await firestore
    .doc(`users/${person.uid}/tasks/7`)
    .update({ changedAt: new Date(Date.now() - 3_600_000) });
  await ask('DELETE', '/api/categories/3');
  const { tasks, categories } = await since(known);
  expect(categories?.deleted).toEqual([3]);
  expect(tasks?.changed).toMatchObject([{ id: 7, categoryId: null }]);
});

test('moving a priority reports every priority whose position changed', async () => {
  for (const id of [1, 2, 3])
    await ask('POST', '/api/tasks', { id, title: 'x', isPriority: true, order: id - 1 });
  const known = await tasksNow();
  for (const id of [1, 2, 3])
    await firestore
      .doc(`users/${person.uid}/tasks/${id}`)
      .update({ changedAt: new Date(Date.now() - 3_600_000) });
  await ask('PATCH', '/api/tasks/3', { order: 0 });
  expect(idsOf((await since({ tasks: known })).tasks?.changed)).toEqual([1, 2, 3]);
});

test('a write that was stamped before a revision and counted after it is not missed', async () => {
  await ask('POST', '/api/tasks', { id: 1, title: 'x' });
  const known = await tasksNow();
  const late = { title: 'Late', completed: false, isPriority: false, createdAt: start };
  const changedAt = Timestamp.fromMillis(Date.now() - 20_000);
  const nothing = { categoryId: null, order: null, completedAt: null };
  const batch = firestore.batch();
  batch.set(firestore.doc(`users/${person.uid}/tasks/2`), { ...late, ...nothing, changedAt });
  batch.update(firestore.doc(`users/${person.uid}/live/revisions`), {
    tasks: FieldValue.increment(1),
  });
  await batch.commit();
  expect(idsOf((await since({ tasks: known })).tasks?.changed)).toContain(2);
});

test('a record that was deleted and restored is reported as changed, not as deleted', async () => {
  await ask('POST', '/api/tasks', { id: 7, title: 'Water' });
  const known = await tasksNow();
  await ask('DELETE', '/api/tasks/7');
  await ask('POST', '/api/tasks', { id: 7, title: 'Water', restore: true });
  const { tasks } = await since({ tasks: known });
  expect(tasks).toMatchObject({ reset: false, changed: [{ id: 7 }], deleted: [] });
  // The same holds if both the record and its tombstone are found, as when it is restored between the two reads.
  const tombstone = { collection: 'tasks', id: 7, deletedAt: FieldValue.serverTimestamp() };
  await firestore.doc(`users/${person.uid}/tombstones/tasks.7`).set(tombstone);
  expect((await since({ tasks: known })).tasks?.deleted).toEqual([]);
});

test('fields for the server’s own use are in no reply', async () => {
  await ask('POST', '/api/tasks', { id: 7, title: 'Water' });
  const known = await tasksNow();
  await ask('PATCH', '/api/tasks/7', { title: 'Prune', editedAt: start });
  for (const path of [`/api/changes?tasks=${known}`, '/api/tasks', '/api/export'])
    expect((await ask('GET', path)).text).not.toMatch(/changedAt|edits|editedAt|tombstone/);
});

describe('a replica must be read again', () => {
  const RESET = { reset: true, changed: [], deleted: [] };

  test('when the counter started again or was deleted', async () => {
    await ask('POST', '/api/tasks', { id: 1, title: 'x' });
    const known = await tasksNow();
    expect((await since({ tasks: '0.0.0' })).tasks).toEqual({ revision: known, ...RESET });
    const counters = firestore.doc(`users/${person.uid}/live/revisions`);
    await counters.delete();
    expect(await since({ tasks: '0.0.0' })).toEqual({});
    expect((await since({ tasks: known })).tasks).toEqual({ revision: '0.0.0', ...RESET });
    await counters.create({});
    await ask('POST', '/api/tasks', { id: 2, title: 'x' });
    expect((await since({ tasks: known })).tasks).toMatchObject(RESET);
  });

  test('when more than 500 records changed', async () => {
    await ask('POST', '/api/notes', { id: 1, title: 'x', content: '' });
    const known = await tasksNow();
    const tasks = Array.from({ length: 500 }, (_, n) => ({ id: n + 1, title: 'x' }));
    await ask('POST', '/api/import', { tasks });
    const most = (await since({ tasks: known })).tasks;
    expect(most).toMatchObject({ reset: false, deleted: [] });
    expect(most?.changed).toHaveLength(500);
    await ask('POST', '/api/tasks', { id: 501, title: 'x' });
    expect((await since({ tasks: known })).tasks).toMatchObject(RESET);
  });

  test('when more than 500 records were deleted', async () => {
    await ask('POST', '/api/tasks', { id: 1, title: 'x' });
    const known = await tasksNow();
    await ask('PATCH', '/api/tasks/1', { title: 'y' });
    const batch = firestore.batch();
    for (let id = 1; id <= 501; id++)
      batch.set(firestore.doc(`users/${person.uid}/tombstones/tasks.${id + 1}`), {
        collection: 'tasks',
        id: id + 1,
        deletedAt: FieldValue.serverTimestamp(),
      });
    await batch.commit();
    expect((await since({ tasks: known })).tasks).toMatchObject(RESET);
  });

  test('when it is older than the tombstones and the collection changed', async () => {
    await ask('POST', '/api/tasks', { id: 1, title: 'x' });
    const [epoch, counter] = (await tasksNow()).split('.') as [string, string];
    const days = (ago: number) => (Date.now() - ago * 24 * 3_600_000) * 1000;
    const old = `${epoch}.${Number(counter) - 1}.${days(29.1)}`;
    expect((await since({ tasks: old })).tasks).toMatchObject(RESET);
    const young = `${epoch}.${Number(counter) - 1}.${days(28.9)}`;
    expect((await since({ tasks: young })).tasks).toMatchObject({ reset: false });
    expect(await since({ tasks: `${epoch}.${counter}.${days(29.1)}` })).toEqual({});
  });

  test('when its revision is ahead of the server’s', async () => {
    await ask('POST', '/api/tasks', { id: 1, title: 'x' });
    const ahead = (await tasksNow()).replace('.1.', '.2.');
    expect((await since({ tasks: ahead })).tasks).toMatchObject(RESET);
  });
});

test.each(['', 'garbage', '1.1', '1.1.1.1', '-1.1.1', '1..1', '1.1.x', '9'.repeat(100), 'a b'])(
  '"%s", which is not a revision, is refused in one sentence',
  async (tasks) => {
    const reply = await send({ path: '/api/changes', query: { tasks }, session: person.session });
    expectSentence(reply, 400);
  },
);
