import { getFirestore, type Timestamp } from 'firebase-admin/firestore';
import { beforeEach, describe, expect, test } from 'vitest';
import { admin } from './authEmulator';
import { expectSentence } from './expectSentence';
import { newPerson, type Person } from './people';
import { deletePerson } from './deletePerson';
import { send } from './send';

const firestore = getFirestore(admin);
let person: Person;
beforeEach(async () => {
  person = await newPerson();
});
const ask = (method: string, path: string, body?: object) =>
  send({ method, path, session: person.session, body });
const tombstones = async () =>
  (await firestore.collection(`users/${person.uid}/tombstones`).get()).docs;

const [start, end] = ['2026-11-20T08:00:00+01:00', '2026-11-20T09:00:00+01:00'];
const nouns: [string, string, object][] = [
  ['tasks', '/api/tasks', { title: 'Water' }],
  ['tasks', '/api/tasks', { title: 'Water', isPriority: true }],
  ['categories', '/api/categories', { name: 'Garden', color: '#000000' }],
  ['events', '/api/events', { title: 'Stand-up', start, end }],
  ['notes', '/api/notes', { title: 'Ferns', content: '' }],
  [
    'focusSessions',
    '/api/focus-sessions',
    { mode: 'focus', start, end, plannedSeconds: 1500, actualSeconds: 1500, completed: true },
  ],
];

describe.each(nouns)('a record of %s at %s made of %j', (collection, path, fields) => {
  const body = { id: 7, ...fields };

  test('leaves one tombstone for thirty days when it is deleted', async () => {
    await ask('DELETE', `${path}/7`);
    expect(await tombstones()).toEqual([]);
    await ask('POST', path, body);
    const before = Date.now();
    for (let times = 0; times < 2; times++)
      expect((await ask('DELETE', `${path}/7`)).status).toBe(204);
    const [tombstone, ...others] = await tombstones();
    expect(others).toEqual([]);
    expect(tombstone?.id).toBe(`${collection}.7`);
    const { deletedAt, expiresAt, ...rest } = tombstone!.data();
    expect(rest).toMatchObject({ collection, id: 7, record: body });
    const thirtyDays = 30 * 24 * 3_600_000;
    const after = Date.now();
    for (const [moment, later] of [
      [deletedAt, 0],
      [expiresAt, thirtyDays],
    ] as [Timestamp, number][]) {
      expect(moment.toMillis()).toBeGreaterThanOrEqual(before + later);
      expect(moment.toMillis()).toBeLessThanOrEqual(after + later);
    }
  });

  test('is not created again by a create that was sent before the deletion', async () => {
    await ask('POST', path, body);
    await ask('DELETE', `${path}/7`);
    for (const again of [body, { ...body, restore: false }, { ...body, restore: null }]) {
      const reply = await ask('POST', path, again);
      expectSentence(reply, 410);
      expect(reply.text).toBe('This was deleted in the meantime.');
    }
    expect((await firestore.doc(`users/${person.uid}/${collection}/7`).get()).exists).toBe(false);
  });

  test('is restored by Undo, which deletes the tombstone', async () => {
    const made = (await ask('POST', path, body)).json() as object;
    for (let times = 0; times < 2; times++) {
      await ask('DELETE', `${path}/7`);
      // Send the restore twice, as if the first response was lost.
      for (let sent = 0; sent < 2; sent++) {
        const restored = await ask('POST', path, { ...made, restore: true });
        expect(restored.status).toBe(201);
        expect(restored.json()).toEqual(made);
      }
      expect(await tombstones()).toEqual([]);
      // If the first create arrives late, it returns the existing record.
      expect((await ask('POST', path, body)).json()).toEqual(made);
    }
  });

  test('is restored by an import', async () => {
    await ask('POST', path, body);
    await ask('DELETE', `${path}/7`);
    const reply = await ask('POST', '/api/import', { [collection]: [body] });
    expect(reply.json()).toMatchObject({ [collection]: 1 });
    expect(await tombstones()).toEqual([]);
    expect((await firestore.doc(`users/${person.uid}/${collection}/7`).get()).data()).not.toContain(
      'restore',
    );
  });

  test('ends as a record or a tombstone, never both, if it is created and deleted at once', async () => {
    await ask('POST', path, body);
    const sent = Array.from({ length: 12 }, (_, n) =>
      n % 2 ? ask('DELETE', `${path}/7`) : ask('POST', path, { ...body, restore: n % 4 === 0 }),
    );
    for (const { status, text } of await Promise.all(sent))
      expect([201, 204, 410], text).toContain(status);
    const record = await firestore.doc(`users/${person.uid}/${collection}/7`).get();
    expect(record.exists).toBe((await tombstones()).length === 0);
  });
});

test('a category that never existed leaves no tombstone, even if tasks refer to it', async () => {
  await ask('POST', '/api/tasks', { id: 1, title: 'Water', categoryId: 7 });
  expect((await ask('DELETE', '/api/categories/7')).status).toBe(204);
  expect(await tombstones()).toEqual([]);
  expect((await ask('GET', '/api/tasks')).json()[0].categoryId).toBeNull();
});

test('deleting the account deletes its tombstones', async () => {
  await ask('POST', '/api/tasks', { id: 1, title: 'Water' });
  await ask('DELETE', '/api/tasks/1');
  expect(await tombstones()).toHaveLength(1);
  expect((await deletePerson(person)).status).toBe(204);
  expect(await tombstones()).toEqual([]);
});
