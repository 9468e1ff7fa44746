import { beforeAll, describe, expect, test } from 'vitest';
import { newPerson, type Person } from './people';
import { send } from './send';
import { expectSentence } from './expectSentence';

let ada: Person;
let ben: Person;
const TASK = 4_000_000_001;

beforeAll(async () => {
  [ada, ben] = await Promise.all([newPerson(), newPerson()]);
  const mine = { session: ada.session, method: 'POST' };
  await send({ ...mine, path: '/api/tasks', body: { id: TASK, title: 'Ada’s secret' } });
  await send({
    ...mine,
    path: '/api/categories',
    body: { id: 1, name: 'Ada’s work', color: '#3B82F6' },
  });
});

const tasksOf = async ({ session }: Person) => (await send({ path: '/api/tasks', session })).json();

describe('one person’s records, for another person,', () => {
  test('are in no list', async () => {
    for (const path of ['/api/tasks', '/api/categories'])
      expect((await send({ path, session: ben.session })).json()).toEqual([]);
  });

  test('cannot be changed, and look as if they didn’t exist', async () => {
    const change = { method: 'PATCH', session: ben.session, body: { title: 'Ben was here' } };
    const theirs = await send({ ...change, path: `/api/tasks/${TASK}` });
    const nothing = await send({ ...change, path: '/api/tasks/4000000002' });
    expectSentence(theirs, 404);
    expect({ ...theirs, headers: {}, json: 0 }).toEqual({ ...nothing, headers: {}, json: 0 });
    expect((await tasksOf(ada))[0].title).toBe('Ada’s secret');
  });

  test('cannot be deleted', async () => {
    const reply = await send({
      method: 'DELETE',
      session: ben.session,
      path: `/api/tasks/${TASK}`,
    });
    expect(reply.status).toBe(204);
    expect(await tasksOf(ada)).toHaveLength(1);
  });

  test.each([
    `..%2F..%2FUID%2Ftasks%2F${TASK}`,
    `../../UID/tasks/${TASK}`,
    `%2e%2e%2f%2e%2e%2fUID%2ftasks%2f${TASK}`,
    `${TASK}?userId=USERID`,
    `${TASK}#`,
  ])('cannot be reached by an id like %s', async (id) => {
    const path = `/api/tasks/${id.replace('USERID', String(ada.userId)).replace('UID', ada.uid)}`;
    const body = { title: 'Ben was here', userId: ada.userId };
    expectSentence(await send({ method: 'PATCH', session: ben.session, path, body }));
    await send({ method: 'DELETE', session: ben.session, path });
    expect((await tasksOf(ada))[0]).toMatchObject({ id: TASK, title: 'Ada’s secret' });
  });

  test('don’t block the same id', async () => {
    const body = { id: TASK, title: 'Ben’s own' };
    const reply = await send({ method: 'POST', path: '/api/tasks', session: ben.session, body });
    expect(reply.json()).toMatchObject({ id: TASK, title: 'Ben’s own', userId: ben.userId });
    const category = { id: 1, name: 'Ben’s work', color: '#3B82F6' };
    await send({ method: 'POST', path: '/api/categories', session: ben.session, body: category });
    expect((await tasksOf(ada))[0].title).toBe('Ada’s secret');
    const categories = await send({ path: '/api/categories', session: ada.session });
    expect(categories.json()[0].name).toBe('Ada’s work');
  });
});

test('a userId in a payload is ignored', async () => {
  const body = { id: 77, title: 'Smuggled', userId: ada.userId };
  const reply = await send({ method: 'POST', path: '/api/tasks', session: ben.session, body });
  expect(reply.status).toBe(201);
  expect(reply.json().userId).toBe(ben.userId);
  expect((await tasksOf(ada)).map((task: { id: number }) => task.id)).toEqual([TASK]);
});
