import type { CreatedApiToken } from '@daymark/contract/apiToken';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from '../src/app';
import { firebasePorts } from '../src/firebasePorts';
import type { LogLine } from '../src/logLine';
import { accounts, identityToolkit, idTokenOfCustom } from './authEmulator';
import { expectSentence } from './expectSentence';
import { confirmedPerson, newDetails, newPerson, type Person } from './people';
import { claimsIn } from './tokens';
import { deletePerson } from './deletePerson';
import { readAsBrowser } from './readAsBrowser';
import { send, type Sent } from './send';

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

test('a live token can read only its own person’s revisions', async () => {
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

test('a live token can’t be used to sign in', async () => {
  const headers = { authorization: `Bearer ${idToken}` };
  expectSentence(await send({ method: 'POST', path: '/api/login', headers, body: {} }), 401);
});

test('a stolen live token can’t change the password or delete the account', async () => {
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

test('the Firebase user of a live token is deleted with the account', async () => {
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

test('a live token needs a session', async () => {
  expectSentence(await send({ method: 'POST', path: '/api/live-token' }), 401);
});

/** Starts another function whose tokens `createLiveToken` makes. Returns its address and its log lines. */
async function functionWith(createLiveToken: () => Promise<string>) {
  const ports = firebasePorts();
  const lines: LogLine[] = [];
  ports.identity.createLiveToken = createLiveToken;
  const server = createServer(createApp({ ...ports, log: (line) => lines.push(line) }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { to: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, lines };
}
const notAllowed = () =>
  Promise.reject(Object.assign(new Error('secret'), { code: 'auth/insufficient-permission' }));

function expectToSayWhy(lines: readonly LogLine[]) {
  expect(lines).toContainEqual(expect.objectContaining({ code: 'auth/insufficient-permission' }));
  expect(JSON.stringify(lines)).not.toContain('secret');
}

test('a live token that can’t be made gives 503, and the log says why', async () => {
  const { to, lines } = await functionWith(notAllowed);
  const reply = await askFor(to);
  expect(reply.status).toBe(503);
  expect(reply.headers['retry-after']).toBe('5');
  expectToSayWhy(lines);
});

describe('a live token with the changes', () => {
  const changes = (sent: Partial<Sent> = {}) =>
    send({
      path: '/api/changes',
      query: { tasks: '0.0.0', live: 'true' },
      session: person.session,
      ...sent,
    });

  test('comes only if it is requested', async () => {
    const reply = (await changes()).json() as { liveToken: string };
    const found = await readAsBrowser(
      await idTokenOfCustom(reply.liveToken),
      `users/${person.uid}/live/revisions`,
    );
    expect(found.status).toBe(200);
    const { text } = await changes({ query: { tasks: '0.0.0' } });
    expect(JSON.parse(text)).toEqual({ tasks: expect.anything() });
    expectSentence(await changes({ query: { live: 'yes' } }), 400);
  });

  test.each(['Bearer ', 'Bearer\t'])(
    'is refused to an API token (after %j), even beside a session cookie',
    async (scheme) => {
      const owner = await confirmedPerson();
      const { token } = (
        await send({
          method: 'POST',
          path: '/api/tokens',
          session: owner.session,
          body: { id: 1, name: 'x', scope: 'write', expiresInDays: 30 },
        })
      ).json() as CreatedApiToken;
      const headers = { authorization: scheme + token };
      for (const session of [undefined, owner.session]) {
        const query = { tasks: '0.0.0' };
        expect((await changes({ headers, session, query })).status).toBe(200);
        expectSentence(await changes({ headers, session }), 403);
      }
    },
  );

  test.each([
    ['can’t be made', notAllowed],
    ['takes too long', () => new Promise<string>(() => undefined)],
  ])('is missing if it %s, but the changes are sent', async (_, createLiveToken) => {
    const { to, lines } = await functionWith(createLiveToken);
    const reply = await changes({ to });
    expect([reply.status, reply.json()]).toEqual([200, { tasks: expect.anything() }]);
    if (createLiveToken === notAllowed) expectToSayWhy(lines);
  });
});

test('a stolen live token can’t block the registration of an address', async () => {
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
