import type { Task } from '@daymark/contract/task';
import type { User } from '@daymark/contract/user';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { createApp } from '../src/app';
import { firebasePorts } from '../src/firebasePorts';
import {
  accounts,
  googleSignIn,
  identityToolkit,
  idTokenOf,
  idTokenOfCustom,
} from './authEmulator';
import { expectSentence } from './expectSentence';
import { ask, connectedPerson } from './googleAccount';
import { newDetails, registeredPerson, setConfirmed, type Person } from './people';
import { readAsBrowser } from './readAsBrowser';
import { send } from './send';

interface Mail {
  email: string;
  requestType: string;
  oobLink: string;
}

/** The mails that Firebase would have sent to this address. */
async function mailsTo(email: string): Promise<Mail[]> {
  const { FIREBASE_AUTH_EMULATOR_HOST: host, GCLOUD_PROJECT: project } = process.env;
  const reply = await fetch(`http://${host}/emulator/v1/projects/${project}/oobCodes`);
  const { oobCodes } = (await reply.json()) as { oobCodes: Mail[] };
  return oobCodes.filter((mail) => mail.email === email);
}

const call = (method: string, path: string, session: string | undefined, body?: object) =>
  send({ method, path, session, ...(body && { body }) });
const userOf = async (session: string | undefined) =>
  (await call('GET', '/api/user', session)).json() as unknown as User;
const sendAgain = (session: string) => call('POST', '/api/user/verification', session);

describe('an address is confirmed', () => {
  test('by the link in the mail that registering sends; the app works meanwhile', async () => {
    const { email, session } = await registeredPerson();
    const [mail, ...others] = await mailsTo(email);
    expect(mail?.requestType).toBe('VERIFY_EMAIL');
    expect(others).toEqual([]);
    expect(await userOf(session)).toMatchObject({ emailVerified: false });
    expect((await call('POST', '/api/tasks', session, { title: 'Water' })).status).toBe(201);

    expect((await fetch(mail?.oobLink ?? '')).status).toBe(200);
    expect(await userOf(session)).toMatchObject({ emailVerified: true });
    expect((await sendAgain(session)).json()).toMatchObject({ emailVerified: true });
    expect(await mailsTo(email), 'a confirmed address gets no mail').toEqual([]);
  });

  test('by the link in a mail that is sent again', async () => {
    const { email, session } = await registeredPerson();
    expect((await sendAgain(session)).json()).toMatchObject({ emailVerified: false });
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(2);
    await fetch(mails[1]?.oobLink ?? '');
    expect(await userOf(session)).toMatchObject({ emailVerified: true });
  });

  test('also for the sign-in after it', async () => {
    const person = await registeredPerson();
    await accounts.updateUser(person.uid, { emailVerified: true });
    const { email, password } = person;
    const reply = await call('POST', '/api/login', undefined, { email, password });
    expect(reply.json()).toMatchObject({ emailVerified: true });
  });

  test('by Google, for an account that begins with Google', async () => {
    const { email, username } = newDetails();
    const { user } = await signInWithGoogle(email, username);
    expect(user).toMatchObject({ emailVerified: true, startedUnconfirmed: false });
  });
});

test('a mail that cannot be sent does not end a registration', async () => {
  const ports = firebasePorts();
  ports.identity.sendVerification = () => Promise.reject(new Error('down'));
  const logged: string[] = [];
  const log = ({ message }: { message: string }) => void logged.push(message);
  const server = createServer(createApp({ ...ports, log })).listen(0, '127.0.0.1');
  if (!server.listening) await once(server, 'listening');
  const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const reply = await send({ method: 'POST', path: '/api/register', body: newDetails(), to });
  expect(reply.status, reply.text).toBe(201);
  expect(logged).toEqual(['A verification mail could not be sent.', 'register 201']);
  server.close();
});

async function signInWithGoogle(email: string, name: string) {
  const { idToken, localId } = await googleSignIn({ email, name });
  const reply = await send({
    method: 'POST',
    path: '/api/firebase-auth',
    headers: { authorization: `Bearer ${idToken}` },
    body: { email, username: name, firebaseUid: localId },
  });
  expect(reply.status, reply.text).toBe(200);
  return { user: reply.json() as unknown as User, session: reply.session };
}

/** Firebase counts revocation in whole seconds. */
async function secondIsOver() {
  const before = Date.now();
  await vi.waitUntil(() => Date.now() > before + 1000, { timeout: 60_000 });
}

describe('the first sign-in with Google to an account whose address nobody had confirmed', () => {
  test('ends everything that the person who registered it has: they are in no more', async () => {
    const squatting = await connectedPerson();
    const { person } = squatting;
    const idToken = await idTokenOf(person);
    const live = (await call('POST', '/api/live-token', person.session)).json() as {
      token: string;
    };
    const liveIdToken = await idTokenOfCustom(live.token);
    const newToken = { name: 'Theirs', scope: 'write', expiresInDays: 365 };
    // A token from before tokens needed a confirmed address.
    await setConfirmed(person, true);
    const made = await call('POST', '/api/tokens', person.session, newToken);
    await setConfirmed(person, false);
    const { token } = made.json() as { token: string };
    const withToken = () =>
      send({ path: '/api/tasks', headers: { authorization: `Bearer ${token}` } });
    expect((await withToken()).status).toBe(200);
    await secondIsOver();

    // Firebase knows of Google's proof a moment before we do. Asking in between must not make it ours.
    await googleSignIn({ email: person.email, name: 'The Owner' });
    const between = await send({
      path: '/api/user',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(between.json()).toMatchObject({ emailVerified: false });

    const owner = await signInWithGoogle(person.email, 'The Owner');
    expect(owner.user).toMatchObject({ emailVerified: true, startedUnconfirmed: true });
    expect(await userOf(owner.session)).toMatchObject({ id: owner.user.id });

    expectSentence(await call('GET', '/api/user', person.session), 401);
    const { email, password } = person;
    expectSentence(await call('POST', '/api/login', undefined, { email, password }), 401);
    const update = (token: string) =>
      identityToolkit('update', { idToken: token, password: 'mine-again' });
    await expect(update(idToken)).rejects.toThrow('TOKEN_EXPIRED');
    await expect(update(liveIdToken)).rejects.toThrow('USER_NOT_FOUND');
    const revisions = `users/${person.uid}/live/revisions`;
    expect((await readAsBrowser(liveIdToken, revisions)).status).toBe(403);
    expectSentence(await withToken(), 401);
    const theirs = { person: { ...person, session: owner.session ?? '' } };
    expect((await ask(theirs, 'settings')).json()).toMatchObject({ isConnected: false });
    expect((await squatting.google.calls('revoke')).length).toBeGreaterThan(0);

    // Starting empty deletes what said so.
    const start = { keep: false };
    expect((await call('POST', '/api/user/start', owner.session, start)).status).toBe(200);
    expect((await readAsBrowser(liveIdToken, revisions)).status).toBe(403);

    // Later sign-ins with Google end no other session.
    await signInWithGoogle(person.email, 'The Owner');
    expect((await call('GET', '/api/user', owner.session)).status).toBe(200);
  });

  async function joined() {
    const before: Person = await registeredPerson();
    await call('POST', '/api/tasks', before.session, { title: 'From before' });
    await secondIsOver();
    const { session } = await signInWithGoogle(before.email, 'The Owner');
    const choose = (keep: boolean) => call('POST', '/api/user/start', session, { keep });
    const titles = async () =>
      ((await call('GET', '/api/tasks', session)).json() as unknown as Task[]).map(
        (one) => one.title,
      );
    return { session, choose, titles };
  }

  test('leaves what is in it to its owner, who keeps it', async () => {
    const { session, choose, titles } = await joined();
    expect(await titles()).toEqual(['From before']);
    expect((await choose(true)).json()).toMatchObject({ startedUnconfirmed: false });
    expect(await titles()).toEqual(['From before']);
    expect(await userOf(session)).toMatchObject({ startedUnconfirmed: false });
    expect((await choose(false)).status, 'what was decided stays').toBe(200);
    expect(await titles()).toEqual(['From before']);
  });

  test('or who starts empty: nothing of before is left, and devices read everything again', async () => {
    const { session, choose, titles } = await joined();
    const etag = String((await call('GET', '/api/tasks', session)).headers.etag);
    expect((await choose(false)).json()).toMatchObject({ startedUnconfirmed: false });
    expect(await titles()).toEqual([]);
    const changes = await call('GET', `/api/changes?tasks=${etag.slice(1, -1)}`, session);
    expect(changes.json()).toMatchObject({ tasks: { reset: true } });
  });

  test('that Firebase alone knew ends what it knew', async () => {
    const { email, password, username } = newDetails();
    const { uid } = await accounts.createUser({ email, password });
    const idToken = await idTokenOf({ email, password });
    await secondIsOver();
    const { user, session } = await signInWithGoogle(email, username);
    expect(user).toMatchObject({ emailVerified: true, startedUnconfirmed: false });
    await expect(identityToolkit('update', { idToken, password: 'mine-again' })).rejects.toThrow(
      'TOKEN_EXPIRED',
    );
    expect((await accounts.getUser(uid)).providerData.map(({ providerId }) => providerId)).toEqual([
      'google.com',
    ]);
    expect((await call('GET', '/api/user', session)).status).toBe(200);
  });
});

test('an account whose address is confirmed keeps its sessions and its password when Google joins', async () => {
  const person = await registeredPerson();
  await accounts.updateUser(person.uid, { emailVerified: true });
  await userOf(person.session);
  await secondIsOver();
  const { user } = await signInWithGoogle(person.email, 'The Owner');
  expect(user).toMatchObject({ startedUnconfirmed: false });
  expect((await call('GET', '/api/user', person.session)).status).toBe(200);
  const { email, password } = person;
  expect((await call('POST', '/api/login', undefined, { email, password })).status).toBe(200);
});
