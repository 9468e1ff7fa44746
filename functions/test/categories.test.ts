import type { Task } from '@daymark/contract/task';
import { CATEGORY_NAME_TAKEN, DEFAULT_CATEGORIES } from '@daymark/contract/category';
import { getFirestore } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { admin } from './authEmulator';
import { newPerson, type Person } from './people';
import { pagesOf } from './pages';
import { send } from './send';
import { expectSentence } from './expectSentence';

const create = ({ session }: Person, body: object) =>
  send({ method: 'POST', path: '/api/categories', session, body });

test('two tabs that create the default categories at once leave four, in order', async () => {
  const person = await newPerson();
  const twice = [...DEFAULT_CATEGORIES, ...DEFAULT_CATEGORIES];
  const replies = await Promise.all(twice.map((category) => create(person, category)));
  expect(replies.map(({ status }) => status)).toEqual(twice.map(() => 201));
  const { userId } = person;
  const list = await send({ path: '/api/categories', session: person.session });
  expect(list.json()).toEqual(DEFAULT_CATEGORIES.map((category) => ({ ...category, userId })));
});

test('the list’s revision shows whether the account ever had a category', async () => {
  const person = await newPerson();
  const { session } = person;
  const counter = async () => {
    const { headers } = await send({ path: '/api/categories', session });
    return String(headers.etag).split('.')[1];
  };
  expect(await counter()).toBe('0');
  for (const category of DEFAULT_CATEGORIES) await create(person, category);
  for (const { id } of DEFAULT_CATEGORIES)
    await send({ method: 'DELETE', path: `/api/categories/${id}`, session });
  expect(Number(await counter())).toBeGreaterThan(0);
});

test('categories are listed by ascending id', async () => {
  const person = await newPerson();
  for (const id of [10, 9, 100]) await create(person, { id, name: `No. ${id}`, color: '#3B82F6' });
  const list = await send({ path: '/api/categories', session: person.session });
  expect(list.json().map((category: { id: number }) => category.id)).toEqual([9, 10, 100]);
});

test('a category needs a name and a color', async () => {
  const person = await newPerson();
  const refusals: [object, string][] = [
    [{ color: '#3B82F6' }, 'name: Required'],
    [{ name: ' ', color: '#3B82F6' }, 'Category name is required'],
    [{ name: 'Garden' }, 'color: Required'],
    [{ name: 'Garden', color: 'red;background:url(x)' }, 'Must be a color like #3B82F6'],
  ];
  for (const [body, sentence] of refusals) {
    const reply = await create(person, body);
    expectSentence(reply, 400);
    expect(reply.text).toContain(sentence);
  }
});

test('changing a category changes only the fields that were sent', async () => {
  const person = await newPerson();
  const { session } = person;
  const before = (await create(person, { id: 1, name: 'Garden', color: '#10B981' })).json();
  const patch = (body: object) =>
    send({ method: 'PATCH', path: '/api/categories/1', session, body });
  expect((await patch({ name: 'Balcony' })).json()).toEqual({ ...before, name: 'Balcony' });
  const reply = await patch({ color: '#000000' });
  expect(reply.json()).toEqual({ ...before, name: 'Balcony', color: '#000000' });
  expectSentence(await patch({}), 400);
  expectSentence(await patch({ name: null }), 400);
});

test('a second category with the same name is refused, in any case or spacing', async () => {
  const person = await newPerson();
  const { session } = person;
  const garden = { id: 1, name: 'Team  Garden', color: '#10B981' };
  expect((await create(person, garden)).status).toBe(201);
  for (const name of ['Team Garden', ' TEAM\u00a0garden ', 'team\tgarden']) {
    const reply = await create(person, { ...garden, id: 2, name });
    expectSentence(reply, 409);
    expect(reply.text).toBe(CATEGORY_NAME_TAKEN);
  }
  // Repeating a create makes no second category.
  expect((await create(person, garden)).status).toBe(201);
  const replies = await Promise.all(
    [3, 4].map((id) => create(person, { id, name: 'Balcony', color: '#10B981' })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);

  const [, other] = (await send({ path: '/api/categories', session })).json();
  const patch = (id: number, body: object) =>
    send({ method: 'PATCH', path: `/api/categories/${id}`, session, body });
  expectSentence(await patch(other.id, { name: 'team garden' }), 409);
  // A category may change the case of its own name, or take a name that another category gave up.
  expect((await patch(1, { name: 'TEAM GARDEN' })).status).toBe(200);
  expect((await patch(1, { name: 'Yard' })).status).toBe(200);
  expect((await patch(other.id, { name: 'Team Garden' })).status).toBe(200);
  // Another person's categories don't count.
  expect((await create(await newPerson(), garden)).status).toBe(201);
});

test('deleting a category removes it from all its tasks and can be repeated', async () => {
  const person = await newPerson();
  const { session } = person;
  for (const id of [1, 2]) await create(person, { id, name: `No. ${id}`, color: '#3B82F6' });
  const tasks = getFirestore(admin).collection(`users/${person.uid}/tasks`);
  const createdAt = '2026-01-01T00:00:00.000Z';
  const task = { title: 'x', completed: false, isPriority: false, order: null, createdAt };
  const batches = [];
  // More tasks than fit into one commit.
  for (let batch = 0; batch < 2; batch++) {
    const writes = tasks.firestore.batch();
    for (let n = 1; n <= 300; n++)
      writes.create(tasks.doc(String(batch * 300 + n)), {
        ...task,
        completedAt: null,
        categoryId: n === 1 ? 2 : 1,
      });
    batches.push(writes.commit());
  }
  await Promise.all(batches);

  for (let times = 0; times < 2; times++)
    expect((await send({ method: 'DELETE', path: '/api/categories/1', session })).status).toBe(204);
  const left = (await send({ path: '/api/categories', session })).json();
  expect(left.map(({ id }: { id: number }) => id)).toEqual([2]);
  const pages = (await pagesOf({ path: '/api/tasks', session })) as Task[][];
  const categoryIds = pages.flat().map(({ categoryId }) => categoryId);
  expect(categoryIds).toHaveLength(600);
  expect(categoryIds.filter((id) => id === 1)).toEqual([]);
  expect(categoryIds.filter((id) => id === 2)).toHaveLength(2);
});
