import { getFirestore } from 'firebase-admin/firestore';
import { beforeEach, expect, test } from 'vitest';
import { admin } from './authEmulator';
import { newPerson, type Person } from './people';
import { send } from './send';

const firestore = getFirestore(admin);

let person: Person;
beforeEach(async () => {
  person = await newPerson();
});
const ask = (method: string, path: string, body?: object) =>
  send({ method, path, session: person.session, body });

test('each write that changes something raises its collection’s revision', async () => {
  const revisions = async () =>
    (await firestore.doc(`users/${person.uid}/live/revisions`).get()).data();
  expect(await revisions()).toEqual({});
  await ask('POST', '/api/tasks', { id: 7, title: 'Water' });
  expect(await revisions()).toEqual({ tasks: 1 });
  await ask('PATCH', '/api/tasks/7', { completed: true });
  expect(await revisions()).toEqual({ tasks: 2 });
  await ask('POST', '/api/categories', { id: 1, name: 'Garden', color: '#10B981' });
  expect(await revisions()).toEqual({ tasks: 2, categories: 1 });

  await ask('POST', '/api/tasks', { id: 7, title: 'Water' });
  await ask('PATCH', '/api/tasks/8', { completed: true });
  await ask('DELETE', '/api/tasks/8');
  await ask('GET', '/api/tasks');
  expect(await revisions()).toEqual({ tasks: 2, categories: 1 });
  await ask('DELETE', '/api/tasks/7');
  expect(await revisions()).toEqual({ tasks: 3, categories: 1 });
});

test('fields that are not in the contract never leave the server', async () => {
  await ask('POST', '/api/tasks', { id: 7, title: 'Water' });
  const secret = { internalNote: 'not for anyone' };
  await firestore.doc(`users/${person.uid}/tasks/7`).update(secret);
  await firestore.doc(`users/${person.uid}`).update(secret);
  for (const reply of [
    await ask('GET', '/api/tasks'),
    await ask('PATCH', '/api/tasks/7', { order: 1 }),
    await ask('POST', '/api/tasks', { id: 7, title: 'Water' }),
    await ask('GET', '/api/user'),
    await ask('GET', '/api/export'),
  ]) {
    expect([200, 201]).toContain(reply.status);
    expect(reply.text).not.toContain('internalNote');
  }
});

test('a stored record that breaks the contract gives a 500 without details', async () => {
  await ask('POST', '/api/tasks', { id: 7, title: 'Water' });
  await firestore.doc(`users/${person.uid}/tasks/7`).update({ title: 12345 });
  const reply = await ask('GET', '/api/tasks');
  expect(reply.status).toBe(500);
  expect(reply.text).toBe('Something went wrong on our side. Please try again.');
});

test('a record stores neither its owner nor its id as a field', async () => {
  await ask('POST', '/api/tasks', { id: 7, title: 'Water', userId: 1 });
  const document = await firestore.doc(`users/${person.uid}/tasks/7`).get();
  expect(Object.keys(document.data() ?? {})).not.toEqual(expect.arrayContaining(['userId']));
  expect(Object.keys(document.data() ?? {})).not.toEqual(expect.arrayContaining(['id']));
});
