import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { Device } from '@daymark/contract/device';
import { expect, inject, test } from 'vitest';
import { accounts, googleSignIn, idTokenOf, idTokenOfCustom } from './authEmulator';
import { expectSentence } from './expectSentence';
import { confirmedPerson, newPerson, registeredPerson, type Person } from './people';
import { readAsBrowser } from './readAsBrowser';
import { resetPassword } from './resetPassword';
import { send, type Sent } from './send';
import { FIREFOX, secondsLater, signInElsewhere } from './signInElsewhere';
import { claimsIn } from './tokens';

const NOTHING_MORE = { apiTokens: false, calendarFeed: false };

const devicesOf = async (session: string) =>
  (await send({ path: '/api/devices', session })).json() as Device[];
const post = (path: string, session: string, body: object, headers: Sent['headers'] = {}) =>
  send({ method: 'POST', path, session, body, headers });
const bearer = (idToken: string) => ({ authorization: `Bearer ${idToken}` });
const isSignedIn = async (session: string) =>
  (await send({ path: '/api/user', session })).status === 200;

test('devices are listed with browser, time zone and last use, this device first', async () => {
  const person = await registeredPerson();
  const elsewhere = await signInElsewhere(person);
  const [here, other, ...more] = await devicesOf(person.session);
  expect(more).toEqual([]);
  expect(here).toMatchObject({ isCurrent: true, timeZone: null });
  expect(other).toMatchObject({
    isCurrent: false,
    userAgent: FIREFOX,
    timeZone: 'Asia/Kolkata',
  });
  expect(Date.now() - Date.parse(other?.lastUsedAt ?? '')).toBeLessThan(60_000);
  const [first] = await devicesOf(elsewhere);
  expect(first).toMatchObject({ id: other?.id, isCurrent: true });
});

test('a session without a record is listed once it is used', async () => {
  const { session } = await newPerson();
  expect(await devicesOf(session)).toMatchObject([{ isCurrent: true }]);
});

test('ending a device signs out only that device', async () => {
  const [person, stranger] = [await registeredPerson(), await newPerson()];
  const elsewhere = await signInElsewhere(person);
  const [, other] = await devicesOf(person.session);
  const end = (session: string) =>
    send({ method: 'DELETE', path: `/api/devices/${other?.id}`, session });
  expect((await end(stranger.session)).status).toBe(204);
  expect(await isSignedIn(elsewhere)).toBe(true);
  for (const time of ['first', 'again']) expect((await end(person.session)).status, time).toBe(204);
  expect(await isSignedIn(elsewhere)).toBe(false);
  expect(await isSignedIn(person.session)).toBe(true);
  expect(await devicesOf(person.session)).toHaveLength(1);
});

test('signing out everywhere else ends every other session and live token', async () => {
  const person = await registeredPerson();
  const elsewhere = await signInElsewhere(person);
  await post('/api/tasks', person.session, { id: 1, title: 'Water' });
  const live = await liveTokenOf(elsewhere);
  expect((await readRevisions(person, live)).status).toBe(200);
  await secondsLater(1);
  const reply = await post('/api/devices/sign-out', person.session, {
    thisDevice: false,
    ...NOTHING_MORE,
  });
  expect(reply.status, reply.text).toBe(204);
  expect(await isSignedIn(elsewhere)).toBe(false);
  // A copy of this device's cookie counts as another device.
  expect(await isSignedIn(person.session)).toBe(false);
  // The live token ends at once instead of when it expires, and it can't be renewed.
  expect((await readRevisions(person, live)).status).toBe(403);
  await expect(accounts.getUser(claimsIn(live)['sub'] as string)).rejects.toThrow('no user record');
  const here = await liveTokenOf(reply.session ?? '');
  expect((await readRevisions(person, here)).status).toBe(200);
  expect(await devicesOf(reply.session ?? '')).toMatchObject([{ isCurrent: true }]);
});

/** Returns the ID token that a browser listens with, which belongs to the user for live updates. */
async function liveTokenOf(session: string): Promise<string> {
  const { token } = (await post('/api/live-token', session, {})).json() as { token: string };
  return idTokenOfCustom(token);
}

const readRevisions = ({ uid }: Person, idToken: string) =>
  readAsBrowser(idToken, `users/${uid}/live/revisions`);

test('signing out a device ends earlier live tokens at once', async () => {
  const person = await registeredPerson();
  const elsewhere = await signInElsewhere(person);
  const live = await liveTokenOf(elsewhere);
  const other = (await devicesOf(person.session)).find(({ isCurrent }) => !isCurrent);
  await send({ method: 'DELETE', path: `/api/devices/${other?.id}`, session: person.session });
  expect((await readRevisions(person, live)).status).toBe(403);
  const here = await liveTokenOf(person.session);
  expect((await readRevisions(person, here)).status).toBe(200);
});

test('a sign-in after a password reset by mail ends earlier live tokens', async () => {
  const person = await registeredPerson();
  await post('/api/tasks', person.session, { id: 1, title: 'Water' });
  const live = await liveTokenOf(person.session);
  expect((await readRevisions(person, live)).status).toBe(200);
  await resetPassword(person.email, 'a-new-secret');
  const session = await signInElsewhere({ ...person, password: 'a-new-secret' });
  expect((await readRevisions(person, live)).status).toBe(403);
  const here = await liveTokenOf(session);
  expect((await readRevisions(person, here)).status).toBe(200);
  await signInElsewhere({ ...person, password: 'a-new-secret' });
  expect((await readRevisions(person, here)).status, 'a later sign-in ends no session').toBe(200);
});

test('signing out everywhere can include this device', async () => {
  const person = await registeredPerson();
  const reply = await post('/api/devices/sign-out', person.session, {
    thisDevice: true,
    ...NOTHING_MORE,
  });
  expect([reply.status, reply.session]).toEqual([204, '']);
  expect(await isSignedIn(person.session)).toBe(false);
});

test('a session without a record ends with the other sessions', async () => {
  const person = await registeredPerson();
  const { session: unrecorded } = await newSessionWithoutRecord(person);
  await secondsLater(1);
  await post('/api/devices/sign-out', person.session, { thisDevice: true, ...NOTHING_MORE });
  expect(await isSignedIn(unrecorded)).toBe(false);
});

async function newSessionWithoutRecord(person: Person) {
  const idToken = await idTokenOf(person);
  return { session: await accounts.createSessionCookie(idToken, { expiresIn: 3_600_000 }) };
}

test('a changed password needs a fresh sign-in and ends every other session', async () => {
  const [person, stranger] = [await registeredPerson(), await newPerson()];
  const elsewhere = await signInElsewhere(person);
  const change = (password: string, headers = {}) =>
    post('/api/user/password', person.session, { password, ...NOTHING_MORE }, headers);
  for (const proof of [{}, bearer('garbage'), bearer(await idTokenOf(stranger))])
    expectSentence(await change('another-secret', proof), 403);
  expect(await isSignedIn(elsewhere)).toBe(true);
  expectSentence(await change('short', bearer(await idTokenOf(person))), 400);
  const live = await liveTokenOf(elsewhere);
  await secondsLater(1);

  const reply = await change('another-secret', bearer(await idTokenOf(person)));
  expect(reply.status, reply.text).toBe(204);
  expect((await readRevisions(person, live)).status).toBe(403);
  expect(await isSignedIn(elsewhere)).toBe(false);
  expect(await isSignedIn(reply.session ?? '')).toBe(true);
  const { email } = person;
  const login = (password: string) =>
    send({ method: 'POST', path: '/api/login', body: { email, password } });
  expectSentence(await login(person.password), 401);
  expect((await login('another-secret')).status).toBe(200);
});

test('a person who signs in with Google can set a password', async () => {
  const email = `grace.${Date.now()}@example.com`;
  const { idToken, localId } = await googleSignIn({ email, name: 'Grace' });
  const body = { email, username: 'Grace', firebaseUid: localId };
  const { session = '' } = await send({
    method: 'POST',
    path: '/api/firebase-auth',
    body,
    headers: bearer(idToken),
  });
  const methods = async (of: string) =>
    (await send({ path: '/api/user/sign-in-methods', session: of })).json() as object;
  expect(await methods(session)).toEqual({ password: false, google: true });
  const fresh = await googleSignIn({ email, name: 'Grace' });
  const reply = await post(
    '/api/user/password',
    session,
    { password: 'a-new-secret', ...NOTHING_MORE },
    bearer(fresh.idToken),
  );
  expect(reply.status, reply.text).toBe(204);
  expect(await methods(reply.session ?? '')).toEqual({ password: true, google: true });
});

test('API tokens end with the sessions only if the person chooses so', async () => {
  const person = await confirmedPerson();
  const { token } = (
    await post('/api/tokens', person.session, { name: 'Backup', scope: 'read', expiresInDays: 30 })
  ).json() as { token: string };
  const withToken = async () => (await send({ path: '/api/tasks', headers: bearer(token) })).status;
  const signOut = async (session: string, apiTokens: boolean) =>
    (
      await post('/api/devices/sign-out', session, {
        thisDevice: false,
        ...NOTHING_MORE,
        apiTokens,
      })
    ).session ?? '';
  const session = await signOut(person.session, false);
  expect(await withToken()).toBe(200);
  // The next session must begin in a later second, because sessions that begin in the same second have the same cookie.
  await secondsLater(1);
  await signOut(session, true);
  expect(await withToken()).toBe(401);
});

test('an API token and a calendar feed need a confirmed address', async () => {
  const { session } = await newPerson();
  for (const [path, body] of [
    ['/api/tokens', { name: 'Backup', scope: 'write', expiresInDays: 365 }],
    ['/api/calendar-feed', { busyOnly: false }],
  ] as const) {
    const reply = await post(path, session, body);
    expectSentence(reply, 403);
    expect(reply.text).toBe('Please confirm your email address first.');
  }
});

test('a session that ends before the request body has arrived is refused', async () => {
  const person = await registeredPerson();
  const elsewhere = await signInElsewhere(person);
  const [, other] = await devicesOf(person.session);
  const body = JSON.stringify({ title: 'Too late' });
  const { hostname, port } = new URL(inject('api'));
  const held = request({
    hostname,
    port,
    path: '/api/tasks',
    method: 'POST',
    headers: {
      cookie: `__session=${elsewhere}`,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  });
  const responded = once(held, 'response');
  held.write(body.slice(0, -1));
  const ended = await send({
    method: 'DELETE',
    path: `/api/devices/${other?.id}`,
    session: person.session,
  });
  expect(ended.status).toBe(204);
  held.end(body.slice(-1));
  const [response] = (await responded) as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(401);
});

test('if two devices sign each other out at once, at most one stays', async () => {
  const person = await registeredPerson();
  const elsewhere = await signInElsewhere(person);
  await secondsLater(1);
  const replies = await Promise.all(
    [person.session, elsewhere].map((session) =>
      post('/api/devices/sign-out', session, { thisDevice: false, ...NOTHING_MORE }),
    ),
  );
  const renewed = replies.flatMap(({ status, session }) =>
    status === 204 && session ? [session] : [],
  );
  const valid = await Promise.all(renewed.map(isSignedIn));
  expect(valid.filter(Boolean).length).toBeLessThanOrEqual(1);
});

test('the account is deleted only with a fresh sign-in of the same person', async () => {
  const [person, stranger] = [await newPerson(), await newPerson()];
  const { session } = person;
  for (const headers of [{}, bearer(await idTokenOf(stranger))])
    expectSentence(await send({ method: 'DELETE', path: '/api/user', session, headers }), 403);
  expect(await isSignedIn(session)).toBe(true);
});

test('a copy of the demo has no password, and can sign out', async () => {
  const { session = '' } = await send({
    method: 'POST',
    path: '/api/login',
    body: { email: 'demo@daymark.app', password: 'daymark-demo' },
  });
  const change = { password: 'another-secret', ...NOTHING_MORE };
  expectSentence(await post('/api/user/password', session, change), 403);
  const reply = await post('/api/devices/sign-out', session, {
    thisDevice: false,
    ...NOTHING_MORE,
  });
  expect(reply.status, reply.text).toBe(204);
  expect(await isSignedIn(reply.session ?? '')).toBe(true);
});
