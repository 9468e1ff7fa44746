import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { newPerson, type Person } from './people';
import { send } from './send';
import { expectSentence } from './expectSentence';

// A browser sends a mutation again if its response was lost, and a network may deliver a request late and twice. Each
// mutation has a key, so that it is applied once.

let person: Person;
let ids = 0;
beforeAll(async () => {
  person = await newPerson();
});

/**
 * Returns a call with a mutation's key. `again` makes the same call once more, with another time if `editedAt` is
 * given.
 */
function mutation(method: string, path: string, body?: object) {
  const headers = { 'daymark-mutation': randomUUID() };
  const call = (sent?: object) =>
    send({ method, path, body: sent, headers, session: person.session });
  return {
    first: () => call(body),
    again: (editedAt?: string) => call(body && { ...body, ...(editedAt && { editedAt }) }),
  };
}

const list = async (path: string) =>
  (await send({ path, session: person.session })).json() as { id: number; title?: string }[];
const find = async (path: string, id: number) => (await list(path)).find((one) => one.id === id);

const MORNING = '2026-11-20T08:00:00+01:00';
const kinds: [path: string, record: object, edit: object, later: object][] = [
  ['/api/tasks', { title: 'Made' }, { title: 'First' }, { title: 'Later' }],
  ['/api/tasks', { title: 'Made', isPriority: true }, { order: 0 }, { title: 'Later' }],
  ['/api/notes', { title: 'Made', content: '' }, { title: 'First' }, { title: 'Later' }],
  [
    '/api/events',
    { title: 'Made', start: MORNING, end: MORNING },
    { title: 'First' },
    { title: 'Later' },
  ],
  ['/api/categories', { name: 'Made', color: '#10B981' }, { name: 'First' }, { name: 'Later' }],
];

describe.each(kinds)('%s %o', (path, record, edit, later) => {
  test('a delete that arrives again doesn’t delete a record that was restored', async () => {
    const id = ++ids;
    await mutation('POST', path, { ...record, id }).first();
    const removal = mutation('DELETE', `${path}/${id}`);
    expect((await removal.first()).status).toBe(204);
    const back = await mutation('POST', path, { ...record, id, restore: true }).first();
    expect(back.status).toBe(201);
    expectSentence(await removal.again(), 409);
    expect(await find(path, id)).toMatchObject({ id });
    await mutation('DELETE', `${path}/${id}`).first();
  });

  test('a restore that arrives again doesn’t bring back a record that was deleted again', async () => {
    const id = ++ids;
    await mutation('POST', path, { ...record, id }).first();
    await mutation('DELETE', `${path}/${id}`).first();
    const back = mutation('POST', path, { ...record, id, restore: true });
    expect((await back.first()).status).toBe(201);
    await mutation('DELETE', `${path}/${id}`).first();
    expectSentence(await back.again(), 410);
    expect(await find(path, id)).toBeUndefined();
  });

  test('an edit by a clock that is ahead changes nothing when it arrives again after a later edit', async () => {
    const id = ++ids;
    await mutation('POST', path, { ...record, id }).first();
    const editedAt = new Date(Date.now() + 3_600_000).toISOString();
    const early = mutation('PATCH', `${path}/${id}`, { ...edit, editedAt });
    expect((await early.first()).status).toBe(200);
    expect((await mutation('PATCH', `${path}/${id}`, later).first()).status).toBe(200);
    const reply = await early.again();
    expect(reply.status).toBe(200);
    expect(reply.json()).toMatchObject({ id, ...later });
    expect(await find(path, id)).toMatchObject(later);
    await mutation('DELETE', `${path}/${id}`).first();
  });
});

describe('an edit that arrives again', () => {
  const [early, late] = [60_000, 30_000].map((ms) => new Date(Date.now() - ms).toISOString());

  const titled = kinds.filter(([, , edit]) => !('order' in edit));

  test.each(titled)(
    'by a clock that was ahead changes nothing once its time has passed: %s %o',
    async (path, record, edit) => {
      const id = ++ids;
      await mutation('POST', path, { ...record, id }).first();
      const editedAt = new Date(Date.now() + 3_600_000).toISOString();
      const first = mutation('PATCH', `${path}/${id}`, { ...edit, editedAt });
      await first.first();
      const [before] = Object.keys(edit).map((field) => ({ [field]: Reflect.get(record, field) }));
      await mutation('PATCH', `${path}/${id}`, before).first();
      // The first edit's time has passed, and is later than the time of the next edit.
      const reply = await first.again(new Date().toISOString());
      expect(reply.json()).toMatchObject(before ?? {});
      expect(await find(path, id)).toMatchObject(before ?? {});
      await mutation('DELETE', `${path}/${id}`).first();
    },
  );

  test.each(titled)(
    'changes nothing after later edits, a deletion and its Undo: %s %o',
    async (path, record, edit, later) => {
      const id = ++ids;
      await mutation('POST', path, { ...record, id }).first();
      const first = mutation('PATCH', `${path}/${id}`, { ...edit, editedAt: early });
      await first.first();
      await mutation('PATCH', `${path}/${id}`, { ...later, editedAt: late }).first();
      await mutation('DELETE', `${path}/${id}`).first();
      const restoredAt = new Date(Date.now() - 10_000).toISOString();
      const deleted = { ...record, ...later, id, restore: true, restoredAt };
      await mutation('POST', path, deleted).first();
      const reply = await first.again();
      expect(reply.json()).toMatchObject(later);
      expect(await find(path, id)).toMatchObject(later);
      // An edit that was made after the Undo counts, even if it arrives late.
      const after = new Date(Date.now() - 5_000).toISOString();
      await mutation('PATCH', `${path}/${id}`, { ...edit, editedAt: after }).first();
      expect(await find(path, id)).toMatchObject(edit);
      await mutation('DELETE', `${path}/${id}`).first();
    },
  );

  test('that is a tick keeps the block of a task that was reopened and scheduled again', async () => {
    const [task, block] = [++ids, ++ids];
    await mutation('POST', '/api/tasks', { id: task, title: 'Made' }).first();
    const tick = mutation('PATCH', `/api/tasks/${task}`, { completed: true, editedAt: early });
    expect((await tick.first()).json()).toMatchObject({ completed: true });
    await mutation('PATCH', `/api/tasks/${task}`, { completed: false, editedAt: late }).first();
    const [start, end] = [1, 2].map((h) => new Date(Date.now() + h * 3_600_000).toISOString());
    const planned = { id: block, title: 'Made', start, end, taskId: task };
    await mutation('POST', '/api/events', planned).first();
    expect((await tick.again()).json()).toMatchObject({ completed: false });
    expect(await find('/api/events', block)).toMatchObject({ taskId: task });
  });
});

test('a create that arrives again returns the record as it is now', async () => {
  const id = ++ids;
  const create = mutation('POST', '/api/tasks', { id, title: 'Made' });
  await create.first();
  await mutation('PATCH', `/api/tasks/${id}`, { title: 'Renamed' }).first();
  expect((await create.again()).json()).toMatchObject({ id, title: 'Renamed' });
});

test('a reflection that arrives again doesn’t replace a later one', async () => {
  const date = '2026-11-20T20:00:00+01:00';
  const early = mutation('POST', '/api/reflections', { date, accomplishments: 'Early' });
  await early.first();
  await mutation('POST', '/api/reflections', { date, accomplishments: 'Late' }).first();
  const reply = await early.again();
  expect(reply.status).toBe(201);
  expect(reply.json()).toMatchObject({ accomplishments: 'Late' });
});

test.each([-3_600_000, 3_600_000])(
  'an edit of the settings by a clock that is %i ms ahead changes nothing when it arrives again',
  async (aheadMs) => {
    const editedAt = new Date(Date.now() + aheadMs).toISOString();
    const early = mutation('PATCH', '/api/settings', { focusDuration: 30, editedAt });
    expect((await early.first()).status).toBe(200);
    await mutation('PATCH', '/api/settings', { focusDuration: 40 }).first();
    const reply = await early.again();
    expect(reply.status).toBe(200);
    expect(reply.json()).toMatchObject({ focusDuration: 40 });
  },
);

test('a category whose delete arrives again stays and keeps its tasks', async () => {
  const [id, task] = [++ids, ++ids];
  const category = { id, name: 'Made', color: '#10B981' };
  await mutation('POST', '/api/categories', category).first();
  await mutation('POST', '/api/tasks', { id: task, title: 'In it', categoryId: id }).first();
  const removal = mutation('DELETE', `/api/categories/${id}`);
  await removal.first();
  await mutation('POST', '/api/categories', { ...category, restore: true }).first();
  await mutation('PATCH', `/api/tasks/${task}`, { categoryId: id }).first();
  expectSentence(await removal.again(), 409);
  expect(await find('/api/categories', id)).toMatchObject({ id });
  expect(await find('/api/tasks', task)).toMatchObject({ categoryId: id });
});

test('ten deletes at once with one key are applied once', async () => {
  const id = ++ids;
  await mutation('POST', '/api/tasks', { id, title: 'Made' }).first();
  const removal = mutation('DELETE', `/api/tasks/${id}`);
  const replies = await Promise.all(Array.from({ length: 10 }, () => removal.again()));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204]));
  await mutation('POST', '/api/tasks', { id, title: 'Back', restore: true }).first();
  expectSentence(await removal.again(), 409);
  expect(await find('/api/tasks', id)).toMatchObject({ title: 'Back' });
});

test.each(['', 'a/b', '../users', '__x__', 'x'.repeat(65), 'ä'])(
  'a key of an invalid form is refused: %s',
  async (key) => {
    const headers = { 'daymark-mutation': encodeURI(key) };
    const body = { title: 'x' };
    const reply = await send({
      method: 'POST',
      path: '/api/tasks',
      body,
      headers,
      session: person.session,
    });
    expectSentence(reply, 400);
  },
);
