import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../src/app';
import { firebasePorts } from '../src/firebasePorts';
import { CAPS } from '../src/store/quota';
import { firestoreStores } from '../src/store/stores';
import { expectSentence } from './expectSentence';
import { newPerson } from './people';
import { send } from './send';

// A server with small limits that measures the account at every write.
const caps = { collection: 3, account: 5, bytes: 3000, unmeasured: { records: 0, bytes: 0 } };
const ports = { ...firebasePorts(), stores: firestoreStores(caps), log: () => undefined };
const server = createServer(createApp(ports));
let to: string;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function account() {
  const { session } = await newPerson();
  return (method: string, path: string, body?: object) =>
    send({ method, path, session, to, ...(body && { body }) });
}

test('a full collection refuses new records until one is deleted', async () => {
  const ask = await account();
  for (const id of [1, 2, 3])
    expect((await ask('POST', '/api/tasks', { id, title: 'One' })).status).toBe(201);
  const refused = await ask('POST', '/api/tasks', { id: 4, title: 'One more' });
  expectSentence(refused, 403);
  expect(refused.text).toBe('An account holds at most 3 of these. Delete some, then try again.');
  const priority = { id: 5, title: 'One more', isPriority: true };
  expectSentence(await ask('POST', '/api/tasks', priority), 403);
  expectSentence(await ask('POST', '/api/import', { tasks: [priority] }), 403);
  expect((await ask('PATCH', '/api/tasks/1', { completed: true })).status).toBe(200);
  expect((await ask('DELETE', '/api/tasks/1')).status).toBe(204);
  expect((await ask('POST', '/api/tasks', { id: 4, title: 'One more' })).status).toBe(201);
});

test('a full account refuses new records', async () => {
  const ask = await account();
  for (const id of [1, 2, 3]) await ask('POST', '/api/tasks', { id, title: 'One' });
  for (const id of [1, 2])
    expect((await ask('POST', '/api/notes', { id, title: 'One', content: '' })).status).toBe(201);
  const refused = await ask('POST', '/api/notes', { id: 3, title: 'One', content: '' });
  expectSentence(refused, 403);
  expect(refused.text).toContain('at most 5 records');
});

test('an account refuses records and changes that exceed its limit of bytes', async () => {
  const ask = await account();
  const content = 'x'.repeat(1400);
  expect((await ask('POST', '/api/notes', { id: 1, title: 'One', content })).status).toBe(201);
  expectSentence(
    await ask('POST', '/api/notes', { id: 2, title: 'Two', content: content + content }),
    403,
  );
  expectSentence(await ask('PATCH', '/api/notes/1', { content: content.repeat(3) }), 403);
  const reflection = { date: '2026-11-20T08:00:00+01:00', accomplishments: content + content };
  expectSentence(await ask('POST', '/api/reflections', reflection), 403);
  expect((await ask('PATCH', '/api/notes/1', { title: 'Uno' })).status).toBe(200);
  expect((await ask('PATCH', '/api/notes/1', { content: '' })).status).toBe(200);
  expect((await ask('POST', '/api/notes', { id: 2, title: 'Two', content })).status).toBe(201);
});

test('an import that repeats the records of a full account adds nothing and succeeds', async () => {
  const ask = await account();
  const tasks = [1, 2, 3].map((id) => ({ id, title: 'One' }));
  expect((await ask('POST', '/api/import', { tasks })).json()).toMatchObject({ tasks: 3 });
  expect((await ask('POST', '/api/import', { tasks })).json()).toMatchObject({ tasks: 0 });
});

test('the production limits are 50,000 records of a kind, 100,000 in total, and 100 MB', () => {
  expect(CAPS).toMatchObject({ collection: 50_000, account: 100_000, bytes: 100_000_000 });
});
