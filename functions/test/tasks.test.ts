import { NO_PLAN } from '@daymark/contract/task';
import { beforeEach, describe, expect, test } from 'vitest';
import { newPerson, type Person } from './people';
import { send } from './send';
import { expectSentence } from './expectSentence';

let person: Person;
beforeEach(async () => {
  person = await newPerson();
});

const create = (body: object) =>
  send({ method: 'POST', path: '/api/tasks', session: person.session, body });
const patch = (id: number, body: object) =>
  send({ method: 'PATCH', path: `/api/tasks/${id}`, session: person.session, body });
const list = async () => (await send({ path: '/api/tasks', session: person.session })).json();

describe('creating a task', () => {
  test('needs only a title, which is trimmed', async () => {
    const reply = await create({ title: '  Water the ferns ' });
    expect(reply.status).toBe(201);
    expect(reply.json()).toEqual({
      id: expect.any(Number),
      title: 'Water the ferns',
      completed: false,
      categoryId: null,
      isPriority: false,
      order: null,
      userId: person.userId,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      completedAt: null,
      ...NO_PLAN,
    });
    expect(await list()).toEqual([reply.json()]);
  });

  test('accepts null for every optional field', async () => {
    const nulls = { categoryId: null, order: null, completedAt: null, userId: null };
    expect((await create({ title: 'Water', ...nulls })).status).toBe(201);
  });

  test('twice with the same id makes one task and returns it both times', async () => {
    const first = await create({ id: 42, title: 'Water the ferns' });
    const second = await create({ id: 42, title: 'Something else', completed: true });
    expect(second.status).toBe(201);
    expect(second.json()).toEqual(first.json());
    expect(await list()).toEqual([first.json()]);
  });

  test('twenty times at once with the same id makes one task', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => create({ id: 42, title: `Attempt ${n}` })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(await list()).toHaveLength(1);
  });

  test('restores a deleted task as it was', async () => {
    const before = {
      id: 42,
      title: 'Water the ferns',
      completed: true,
      createdAt: '2026-03-29T00:30:00+02:00',
      completedAt: '2026-03-30T10:00:00+02:00',
    };
    const task = (await create(before)).json();
    expect(task.createdAt).toBe('2026-03-28T22:30:00.000Z');
    expect(task.completedAt).toBe('2026-03-30T08:00:00.000Z');
    await send({ method: 'DELETE', path: '/api/tasks/42', session: person.session });
    expect((await create({ ...task, restore: true })).json()).toEqual(task);
  });

  test('says in one sentence what is wrong with it', async () => {
    const refusals: [object, string][] = [
      [{}, 'title: Required'],
      [{ title: '   ' }, 'Task title cannot be empty'],
      [{ title: 7 }, 'title: Expected string, received number'],
      [{ title: 'x'.repeat(501) }, 'title: Must be at most 500 characters'],
      [{ title: 'x', completed: 'yes' }, 'completed: Expected boolean, received string'],
      [{ title: 'x', userId: '1' }, 'userId: Expected number, received string'],
    ];
    for (const [body, sentence] of refusals) {
      const reply = await create(body);
      expectSentence(reply, 400);
      expect(reply.text).toBe(sentence);
    }
    expect(await list()).toEqual([]);
  });

  test.each(['0000-01-01T00:00:00+23:00', '9999-12-31T23:59:59-23:00', '2026-02-30T00:00:00Z'])(
    'refuses %s, which could not be read back',
    async (createdAt) => {
      expectSentence(await create({ title: 'x', createdAt }), 400);
      expect(await list()).toEqual([]);
    },
  );
});

describe('listing tasks', () => {
  test('puts the newest first, whatever the offset of their times', async () => {
    await create({ id: 1, title: 'second', createdAt: '2026-01-01T12:00:00+05:00' });
    await create({ id: 2, title: 'first', createdAt: '2026-01-01T06:00:00-05:00' });
    await create({ id: 3, title: 'third', createdAt: '2026-01-01T00:00:00Z' });
    expect((await list()).map((task: { title: string }) => task.title)).toEqual([
      'first',
      'second',
      'third',
    ]);
  });

  test('orders tasks of the same moment by descending id', async () => {
    const createdAt = '2026-01-01T00:00:00Z';
    for (const id of [5, 7, 6]) await create({ id, title: 'same moment', createdAt });
    expect((await list()).map((task: { id: number }) => task.id)).toEqual([7, 6, 5]);
  });
});

describe('changing a task', () => {
  test('changes only the fields that were sent', async () => {
    const full = {
      id: 42,
      title: 'Water',
      completed: true,
      categoryId: 3,
      isPriority: true,
      order: 2,
    };
    const before = (await create(full)).json();
    const changes = [
      { title: 'Water the ferns' },
      { categoryId: null },
      { isPriority: false },
      { order: 9 },
    ];
    let expected = before;
    for (const change of changes) {
      expected = { ...expected, ...change };
      const reply = await patch(42, change);
      expect(reply.status).toBe(200);
      expect(reply.json()).toEqual(expected);
    }
    expect(await list()).toEqual([expected]);
  });

  test('renaming a completed task doesn’t reopen it', async () => {
    await create({ id: 42, title: 'Water', completed: true });
    expect((await patch(42, { title: 'Water the ferns' })).json().completed).toBe(true);
  });

  test('records when it was completed, and clears that time when it is reopened', async () => {
    await create({ id: 42, title: 'Water' });
    const done = (await patch(42, { completed: true })).json();
    expect(Date.parse(done.completedAt)).toBeGreaterThanOrEqual(Date.parse(done.createdAt));
    expect((await patch(42, { completed: true })).json().completedAt).toBe(done.completedAt);
    expect((await patch(42, { completed: false })).json().completedAt).toBeNull();
  });

  test('by many requests at once loses no field', async () => {
    await create({ id: 42, title: 'Water' });
    const changes = [
      { title: 'Water the ferns' },
      { completed: true },
      { isPriority: true },
      { order: 0 },
    ];
    const replies = await Promise.all(changes.map((change) => patch(42, change)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await list())[0]).toMatchObject(Object.assign({}, ...changes));
  });

  test('by many ticks at once never leaves it half completed', async () => {
    for (let id = 1; id <= 3; id++) {
      await create({ id, title: 'Water' });
      const ticks = Array.from({ length: 10 }, (_, n) => patch(id, { completed: n % 2 === 0 }));
      await Promise.all(ticks);
    }
    for (const { completed, completedAt } of await list())
      expect(completedAt !== null, `completed ${completed}, at ${completedAt}`).toBe(completed);
  });

  test('thirty times at once gets the right reply to each request', async () => {
    await create({ id: 42, title: 'Water' });
    const orders = Array.from({ length: 30 }, (_, order) => order);
    const replies = await Promise.all(orders.map((order) => patch(42, { order })));
    expect(replies.map((reply) => reply.json().order)).toEqual(orders);
  });

  test('ignores id, userId, createdAt and completedAt', async () => {
    const before = (await create({ id: 42, title: 'Water' })).json();
    const smuggled = {
      id: 43,
      userId: 1,
      createdAt: '2020-01-01T00:00:00Z',
      completedAt: '2020-01-01T00:00:00Z',
    };
    expectSentence(await patch(42, smuggled), 400);
    expect((await patch(42, { ...smuggled, order: 1 })).json()).toEqual({ ...before, order: 1 });
  });

  test('that doesn’t exist gives 404', async () => {
    expectSentence(await patch(42, { title: 'Water' }), 404);
    expect(await list()).toEqual([]);
  });
});

test('deleting a task can be repeated and deletes only that task', async () => {
  await create({ id: 42, title: 'Water' });
  const other = (await create({ id: 43, title: 'Prune' })).json();
  for (let times = 0; times < 2; times++) {
    const reply = await send({ method: 'DELETE', path: '/api/tasks/42', session: person.session });
    expect(reply.status).toBe(204);
    expect(reply.text).toBe('');
  }
  expect(await list()).toEqual([other]);
});
