import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { createApp } from '../src/app';
import { firebasePorts } from '../src/firebasePorts';
import type { LogLine } from '../src/logLine';
import { accounts, identityToolkit, idTokenOfCustom } from './authEmulator';
import { expectSentence } from './expectSentence';
import { newDetails, newPerson, type Person } from './people';
import { claimsIn } from './tokens';
import { deletePerson } from './deletePerson';
import { readAsBrowser } from './readAsBrowser';
import { send } from './send';

let person: Person;
let idToken: string;
const askFor = (to?: string) =>
  send({
    method: 'POST',
    path: '/api/live-token',
    session: person.session,
    ...(to && { to }),
  });
beforeAll(async () => {
  person = await newPerson();
  const body = { id: 7, title: 'Water' };
  await send({ method: 'POST', path: '/api/tasks', session: person.session, body });
  const reply = await askFor();
  expect(reply.status, reply.text).toBe(200);
  idToken = await idTokenOfCustom((reply.json() as { token: string }).token);
});

test('lets its owner read their own revisions, and nothing else', async () => {
  const revisions = await readAsBrowser(idToken, `users/${person.uid}/live/revisions`);
  expect(revisions.status).toBe(200);
  expect(await revisions.json()).toMatchObject({ fields: { tasks: { integerValue: '1' } } });
  const other = await newPerson();
  for (const path of [
    `users/${person.uid}`,
    `users/${person.uid}/tasks/7`,
    `users/${person.uid}/tasks`,
    `users/${person.uid}/tombstones`,
    `users/${other.uid}/live/revisions`,
  ])
    expect((await readAsBrowser(idToken, path)).status, path).toBe(403);
});

test('does not prove a sign-in: it starts no session', async () => {
  const headers = { authorization: `Bearer ${idToken}` };
  expectSentence(await send({ method: 'POST', path: '/api/login', headers, body: {} }), 401);
});

test('gives no way into the account: it sets no password of it, and deletes nothing but itself', async () => {
  const owner = await newPerson();
  const { token } = (
    await send({ method: 'POST', path: '/api/live-token', session: owner.session })
  ).json() as { token: string };
  const stolen = await idTokenOfCustom(token);
  expect(claimsIn(stolen)['sub']).not.toBe(owner.uid);
  await identityToolkit('update', { idToken: stolen, password: 'of the thief' });
  // The new password has made the first ID token invalid.
  await identityToolkit('delete', { idToken: await idTokenOfCustom(token) });
  const account = await accounts.getUser(owner.uid);
  expect(account).toMatchObject({ email: owner.email, disabled: false });
  const { email, password } = owner;
  const login = { method: 'POST', path: '/api/login' };
  expect((await send({ ...login, body: { email, password } })).status).toBe(200);
  expectSentence(await send({ ...login, body: { email, password: 'of the thief' } }), 401);
});

test('the Firebase user of its own is deleted with the account', async () => {
  const owner = await newPerson();
  const { session } = owner;
  const { token } = (await send({ method: 'POST', path: '/api/live-token', session })).json() as {
    token: string;
  };
  const uid = claimsIn(await idTokenOfCustom(token))['sub'] as string;
  await expect(accounts.getUser(uid)).resolves.toMatchObject({ uid });
  expect((await deletePerson(owner)).status).toBe(204);
  await expect(accounts.getUser(uid)).rejects.toThrow('no user record');
});

test('needs a session', async () => {
  expectSentence(await send({ method: 'POST', path: '/api/live-token' }), 401);
});

test('that can’t be made is 503, and the log says why, without what was thrown', async () => {
  const ports = firebasePorts();
  const lines: LogLine[] = [];
  const error = Object.assign(new Error('secret'), { code: 'auth/insufficient-permission' });
  ports.identity.createLiveToken = () => Promise.reject(error);
  const server = createServer(createApp({ ...ports, log: (line) => lines.push(line) }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const reply = await askFor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.close();
  expect(reply.status).toBe(503);
  expect(reply.headers['retry-after']).toBe('5');
  expect(lines).toContainEqual(expect.objectContaining({ code: 'auth/insufficient-permission' }));
  expect(JSON.stringify(lines)).not.toContain('secret');
});

test('keeps no address from the person who registers it', async () => {
  const owner = newDetails();
  const { token } = (await askFor()).json() as { token: string };
  const stolen = await idTokenOfCustom(token);
  const { email, password } = owner;
  await identityToolkit('update', { idToken: stolen, email, password: 'of the thief' });
  const reply = await send({ method: 'POST', path: '/api/register', body: owner });
  expect(reply.status, reply.text).toBe(201);
  const login = { method: 'POST', path: '/api/login', body: { email, password } };
  expect((await send(login)).status).toBe(200);
});
