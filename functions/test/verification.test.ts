import type { Task } from '@daymark/contract/task';
import type { User } from '@daymark/contract/user';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { createApp } from '../src/app';
import { firebasePorts } from '../src/firebasePorts';
import { chooseStart } from '../src/users/addressProof';
import {
  acceptOlderSessions,
  accounts,
  googleSignIn,
  identityToolkit,
  idTokenOf,
  idTokenOfCustom,
} from './authEmulator';
import { expectSentence } from './expectSentence';
import { ask, connectedPerson } from './googleAccount';
import { mailsTo } from './mails';
import { newDetails, newPerson, registeredPerson, setConfirmed, type Person } from './people';
import { readAsBrowser } from './readAsBrowser';
import { send } from './send';

const call = (method: string, path: string, session: string | undefined, body?: object) =>
  send({ method, path, session, ...(body && { body }) });
const userOf = async (session: string | undefined) =>
  (await call('GET', '/api/user', session)).json() as unknown as User;
const sendAgain = (session: string) => call('POST', '/api/user/verification', session);

describe('an address is confirmed', () => {
  test('by the link in the mail that registering sends', async () => {
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

  test('for the next sign-in as well', async () => {
    const person = await registeredPerson();
    await accounts.updateUser(person.uid, { emailVerified: true });
    const { email, password } = person;
    const reply = await call('POST', '/api/login', undefined, { email, password });
    expect(reply.json()).toMatchObject({ emailVerified: true });
  });

  test('by Google for an account that begins with Google', async () => {
    const { email, username } = newDetails();
    const { user } = await signInWithGoogle(email, username);
    expect(user).toMatchObject({ emailVerified: true, startedUnconfirmed: false });
  });
});

test('a registration succeeds even if the mail can’t be sent', async () => {
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

/** Signs in with Google. `afterFirebase` runs when Firebase knows of the sign-in and we don't yet. */
async function signInWithGoogle(
  email: string,
  name: string,
  afterFirebase = () => Promise.resolve(),
) {
  const { idToken, localId } = await googleSignIn({ email, name });
  await afterFirebase();
  const reply = await send({
    method: 'POST',
    path: '/api/firebase-auth',
    headers: { authorization: `Bearer ${idToken}` },
    body: { email, username: name, firebaseUid: localId },
  });
  expect(reply.status, reply.text).toBe(200);
  return { user: reply.json() as unknown as User, session: reply.session };
}

/** Waits for more than a second, because Firebase counts revocations in whole seconds. */
async function secondIsOver() {
  const before = Date.now();
  await vi.waitUntil(() => Date.now() > before + 1000, { timeout: 60_000 });
}

describe('the first sign-in with Google to an account with an unconfirmed address', () => {
  test('ends all access of the person who registered the account', async () => {
    const squatting = await connectedPerson();
    const { person } = squatting;
    const idToken = await idTokenOf(person);
    const live = (await call('POST', '/api/live-token', person.session)).json() as {
      token: string;
    };
    const liveIdToken = await idTokenOfCustom(live.token);
    const newToken = { name: 'Theirs', scope: 'write', expiresInDays: 365 };
    // Making a token needs a confirmed address, so confirm it for a moment.
    await setConfirmed(person, true);
    const made = await call('POST', '/api/tokens', person.session, newToken);
    await setConfirmed(person, false);
    const { token } = made.json() as { token: string };
    const withToken = () =>
      send({ path: '/api/tasks', headers: { authorization: `Bearer ${token}` } });
    expect((await withToken()).status).toBe(200);
    await secondIsOver();

    // Firebase learns of Google's proof a moment before we do, and ends the sessions and the token. Even if the
    // sessions went on, a request during this moment must not count as our proof.
    await googleSignIn({ email: person.email, name: 'The Owner' });
    expectSentence(await withToken(), 401);
    await acceptOlderSessions(person.uid);
    expect(await userOf(person.session)).toMatchObject({ emailVerified: false });

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

    // Starting empty deletes the document that ended the listeners. The earlier live token must still be refused.
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

  test('leaves its content to its owner, who keeps it', async () => {
    const { session, choose, titles } = await joined();
    expect(await titles()).toEqual(['From before']);
    expect((await choose(true)).json()).toMatchObject({ startedUnconfirmed: false });
    expect(await titles()).toEqual(['From before']);
    expect(await userOf(session)).toMatchObject({ startedUnconfirmed: false });
    expect((await choose(false)).status, 'the decision stays').toBe(200);
    expect(await titles()).toEqual(['From before']);
  });

  test('deletes the earlier content if the owner starts empty', async () => {
    const { session, choose, titles } = await joined();
    const etag = String((await call('GET', '/api/tasks', session)).headers.etag);
    expect((await choose(false)).json()).toMatchObject({ startedUnconfirmed: false });
    expect(await titles()).toEqual([]);
    const changes = await call('GET', `/api/changes?tasks=${etag.slice(1, -1)}`, session);
    expect(changes.json()).toMatchObject({ tasks: { reset: true } });
  });

  test('refuses writes of requests in progress while the account is emptied', async () => {
    const person = await newPerson();
    const ports = firebasePorts();
    const { profiles, allRecords, notes } = ports.stores;
    await profiles.update(person.uid, { startedUnconfirmed: true });
    const at = new Date().toISOString();
    const note = { id: 1, title: 'x', content: '', attachedTo: null, createdAt: at, updatedAt: at };
    const { clear } = allRecords;
    allRecords.clear = async (uid, options) => {
      await clear(uid, options);
      await expect(notes.create(person, note)).rejects.toMatchObject({ status: 503 });
    };
    const owner = { ...person, signInsValidFrom: '' };
    const browser = { session: undefined, host: undefined };
    const started = { owner, body: { keep: false }, browser };
    await chooseStart(started, ports);
    expect(await notes.find(person)).toEqual([]);
    await notes.create(person, note);
    expect(await notes.find(person)).toHaveLength(1);
  });

  test('ends the password of an account that only Firebase knew', async () => {
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

/** Makes an API token and a calendar feed. Returns functions that tell whether the token and the feed still work. */
async function grantsOf(session: string) {
  const newToken = { name: 'Theirs', scope: 'write', expiresInDays: 365 };
  const made = await call('POST', '/api/tokens', session, newToken);
  const { token } = made.json() as { token: string };
  const feed = await call('POST', '/api/calendar-feed', session, { busyOnly: false });
  const { path } = feed.json() as { path: string };
  const headers = { authorization: `Bearer ${token}` };
  return {
    hasToken: async () => (await send({ path: '/api/tasks', headers })).status === 200,
    hasFeed: async () => (await send({ path })).status === 200,
  };
}

const isSignedIn = async (session: string | undefined) =>
  (await call('GET', '/api/user', session)).status === 200;
const canLogIn = async (email: string, password: string) =>
  (await call('POST', '/api/login', undefined, { email, password })).status === 200;

describe('a person who registered an address whose owner then confirmed it by mail', () => {
  /** Returns both people after the owner has signed in with Google for the first time. */
  async function joined() {
    const squatter = await registeredPerson();
    const [mail] = await mailsTo(squatter.email);
    await fetch(mail?.oobLink ?? '');
    expect(await userOf(squatter.session)).toMatchObject({ emailVerified: true });
    const grants = await grantsOf(squatter.session);
    await secondIsOver();
    const owner = await signInWithGoogle(squatter.email, 'The Owner');
    const choose = (session: string | undefined, end: boolean) =>
      call('POST', '/api/user/access', session, { end });
    return { squatter, grants, owner, choose };
  }

  test('loses sessions, password, API tokens and feed if the owner decides so', async () => {
    const { squatter, grants, owner, choose } = await joined();
    const { email, password } = squatter;
    expect(owner.user).toMatchObject({ joinedGoogle: true, startedUnconfirmed: false });
    expect(await userOf(owner.session)).toMatchObject({ joinedGoogle: true });
    const reply = await choose(owner.session, true);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.json()).toMatchObject({ joinedGoogle: false, email, emailVerified: true });

    expect(await isSignedIn(squatter.session)).toBe(false);
    expect(await canLogIn(email, password)).toBe(false);
    expect(await grants.hasToken()).toBe(false);
    expect(await grants.hasFeed()).toBe(false);
    expect(await isSignedIn(reply.session)).toBe(true);
    const methods = await call('GET', '/api/user/sign-in-methods', reply.session);
    expect(methods.json()).toEqual({ password: false, google: true });
    const again = await signInWithGoogle(email, 'The Owner');
    expect(again.user).toMatchObject({ joinedGoogle: false, email });
  });

  test('keeps everything if the owner decides so', async () => {
    const { squatter, grants, owner, choose } = await joined();
    expect((await choose(owner.session, false)).json()).toMatchObject({ joinedGoogle: false });
    expect((await choose(owner.session, true)).status, 'the decision stays').toBe(200);
    expect(await isSignedIn(squatter.session)).toBe(true);
    expect(await canLogIn(squatter.email, squatter.password)).toBe(true);
    expect(await grants.hasToken()).toBe(true);
    expect(await grants.hasFeed()).toBe(true);
    expect(await userOf(owner.session)).toMatchObject({ joinedGoogle: false });
  });

  test('is not asked and can’t decide anything', async () => {
    const { squatter, owner, choose } = await joined();
    expect(await userOf(squatter.session)).toMatchObject({ joinedGoogle: false });
    for (const end of [true, false])
      expect((await choose(squatter.session, end)).json()).toMatchObject({ joinedGoogle: false });
    expect(await userOf(owner.session)).toMatchObject({ joinedGoogle: true });
    expect(await isSignedIn(owner.session)).toBe(true);
  });

  test('can still be removed by the owner at the next sign-in with Google', async () => {
    const { squatter, owner, choose } = await joined();
    await call('POST', '/api/logout', owner.session);
    await secondIsOver();
    const next = await signInWithGoogle(squatter.email, 'The Owner');
    expect(next.user).toMatchObject({ joinedGoogle: true });
    expect((await choose(next.session, true)).status).toBe(200);
    expect(await isSignedIn(squatter.session)).toBe(false);
  });
});

describe('a person who confirmed their address and then changed it at Firebase to another person’s', () => {
  /** Returns the person after the change of address and another sign-in. */
  async function squatter() {
    const person = await registeredPerson();
    const [mail] = await mailsTo(person.email);
    await fetch(mail?.oobLink ?? '');
    expect(await userOf(person.session)).toMatchObject({ emailVerified: true });
    const { email } = newDetails();
    await secondIsOver();
    await identityToolkit('update', { idToken: await idTokenOf(person), email });
    const { password } = person;
    const { session } = await call('POST', '/api/login', undefined, { email, password });
    return { ...person, email, session };
  }

  test('has an unconfirmed address', async () => {
    const { session, email } = await squatter();
    expect(await userOf(session)).toMatchObject({ email, emailVerified: false });
    expectSentence(await call('POST', '/api/calendar-feed', session, { busyOnly: false }), 403);
  });

  test('loses access when the owner of the address signs in with Google', async () => {
    const { session, email, uid, password } = await squatter();
    const { user } = await signInWithGoogle(email, 'The Owner', () => acceptOlderSessions(uid));
    expect(user).toMatchObject({ email, emailVerified: true, startedUnconfirmed: true });
    expect(await isSignedIn(session)).toBe(false);
    expect(await canLogIn(email, password)).toBe(false);
  });

  test('and back again has no proof of the first address', async () => {
    const person = await registeredPerson();
    const theirs = newDetails().email;
    await identityToolkit('update', { idToken: await idTokenOf(person), email: theirs });
    await accounts.updateUser(person.uid, { emailVerified: true });
    const { password, email, uid } = person;
    const confirmed = await call('POST', '/api/login', undefined, { email: theirs, password });
    expect(confirmed.json()).toMatchObject({ email: theirs, emailVerified: true });
    await secondIsOver();
    const idToken = await idTokenOf({ email: theirs, password });
    await identityToolkit('update', { idToken, email });
    const { session } = await call('POST', '/api/login', undefined, { email, password });
    expect(await userOf(session)).toMatchObject({ email, emailVerified: false });
    const owner = await signInWithGoogle(email, 'The Owner', () => acceptOlderSessions(uid));
    expect(owner.user).toMatchObject({ startedUnconfirmed: true });
    expect(await isSignedIn(session)).toBe(false);
  });
});

test('an account with a confirmed address keeps its sessions and password when Google joins', async () => {
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
