import { EMAIL_TAKEN, freeUsernames, WRONG_CREDENTIALS } from '@daymark/contract/user';
import { getFirestore } from 'firebase-admin/firestore';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createApp } from '../src/app';
import { firebasePorts } from '../src/firebasePorts';
import { accounts, admin, googleSignIn, idTokenOf } from './authEmulator';
import { newPerson, newDetails } from './people';
import { claimsIn, unsigned } from './tokens';
import { send } from './send';
import { expectSentence } from './expectSentence';

const post = (path: string, body: object, bearer?: string) =>
  send({
    method: 'POST',
    path,
    body,
    headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
  });
const register = (body: object) => post('/api/register', body);
const login = (body: object, bearer?: string) => post('/api/login', body, bearer);

const accountsOf = async (emails: string[]) =>
  (await accounts.getUsers(emails.map((email) => ({ email })))).users;

describe('registering', () => {
  test('returns the user and starts the session', async () => {
    const details = newDetails();
    const reply = await register(details);
    expect(reply.status).toBe(201);
    expect(reply.json()).toEqual({
      id: expect.any(Number),
      username: details.username,
      email: details.email,
      photoUrl: null,
      createdAt: expect.stringMatching(/Z$/),
      timeZone: null,
      emailVerified: false,
      startedUnconfirmed: false,
      joinedGoogle: false,
      expiresAt: null,
    });
    const { session } = reply;
    const user = await send({ path: '/api/user', session });
    expect(user.status, user.text).toBe(200);
    expect(user.json()).toEqual(reply.json());
    const body = { title: 'Water' };
    expect((await send({ method: 'POST', path: '/api/tasks', session, body })).status).toBe(201);
  });

  test('records the browser for the list of devices', async () => {
    const { session } = await register({ ...newDetails(), timeZone: 'Asia/Kolkata' });
    const devices = await send({ path: '/api/devices', session });
    expect(devices.json()).toMatchObject([{ isCurrent: true, timeZone: 'Asia/Kolkata' }]);
  });

  test('makes an account that can sign in from another device', async () => {
    const { username, email, password } = newDetails();
    const reply = await register({ username, email, password });
    expect((await login({ email, password })).json()).toEqual(reply.json());
  });

  test('treats addresses that differ only in letter case as the same', async () => {
    const { email, ...details } = newDetails();
    const reply = await register({ ...details, email: email.toUpperCase() });
    expect(reply.json()).toMatchObject({ email });
    expectSentence(await register({ ...newDetails(), email: email.replace('ada', 'Ada') }), 409);
    const { password } = details;
    expect((await login({ email: email.toUpperCase(), password })).json()).toEqual(reply.json());
  });

  test('is finished by the first sign-in if it was cut off before its profile was stored', async () => {
    const { username, email, password } = newDetails();
    await accounts.createUser({ email, password, displayName: username });
    expectSentence(await register({ username, email, password }), 409);
    const reply = await login({ email, password });
    expect(reply.status, reply.text).toBe(200);
    expect(reply.json()).toMatchObject({ username, email });
    expectSentence(await register({ ...newDetails(), username }), 409);
  });

  test.each([
    ['fails', () => Promise.reject(new Error('down'))],
    ['does not respond', () => new Promise<never>(() => undefined)],
  ])('gives 201 without a session when the sign-in %s', async (_what, signInAs) => {
    const ports = firebasePorts();
    ports.identity.signInAs = signInAs;
    const server = createServer(createApp({ ...ports, log: () => undefined }));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const body = newDetails();
    const reply = await send({ method: 'POST', path: '/api/register', body, to });
    expect([reply.status, reply.session]).toEqual([201, undefined]);
    server.close();
    expect((await login({ email: body.email, password: body.password })).status).toBe(200);
  });

  test('50 people at once with one username make one account', async () => {
    const { username } = newDetails();
    const people = Array.from({ length: 50 }, () => ({ ...newDetails(), username }));
    const replies = await Promise.all(people.map(register));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      expectSentence(reply, 409);
      expect(freeUsernames(reply.text)).toHaveLength(2);
      expect(reply.session).toBeUndefined();
    }
    const made = await accountsOf(people.map(({ email }) => email));
    const winner = people[replies.findIndex(({ status }) => status === 201)];
    expect(made.map(({ email }) => email)).toEqual([winner?.email]);
    expect((await login(winner ?? {})).status).toBe(200);
  });

  test('50 people at once with one e-mail address make one account', async () => {
    const { email, password } = newDetails();
    const people = Array.from({ length: 50 }, () => ({ ...newDetails(), email, password }));
    const replies = await Promise.all(people.map(register));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      expectSentence(reply, 409);
      expect(reply.text).toBe(EMAIL_TAKEN);
    }
    expect(await accountsOf([email])).toHaveLength(1);
    const loser = people[replies.findIndex(({ status }) => status === 409)];
    expect((await register({ ...newDetails(), username: loser?.username })).status).toBe(201);
  });

  test.each([
    ['letter case', (name: string) => name.toUpperCase()],
    ['spaces around it', (name: string) => `  ${name} `],
    ['full-width letters', (name: string) => name.replace('A', 'Ａ')],
  ])('a username that differs only in %s is the same username', async (_what, variant) => {
    const { username } = await newPerson();
    const reply = await register({ ...newDetails(), username: variant(username) });
    expectSentence(reply, 409);
    expect(freeUsernames(reply.text)).toBeDefined();
  });

  test('a username that is taken is refused with two names that are free', async () => {
    const tag = newDetails().email.replace(/[^a-z]|example|com/g, '');
    const [username, email] = [`anna${tag}`, `anna${tag}.kern@example.com`];
    const create = (name: string) => register({ ...newDetails(), username: name });
    await create(username);
    const reply = await register({ ...newDetails(), username, email });
    expectSentence(reply, 409);
    expect(reply.text).toBe(`"${username}" is taken. "${username}2" and "${username}-k" are free.`);
    await create(`${username}2`);
    const later = await register({ ...newDetails(), username, email });
    expect(later.text).toBe(`"${username}" is taken. "${username}-k" and "${username}3" are free.`);
    for (const free of freeUsernames(later.text) ?? [])
      expect((await create(free)).status).toBe(201);
  });

  test.each(['a/b/c$', '__$__', '../..$', '...$', '100%2F$', '<b>$</b>', '🦊🦊🦊$'])(
    'accepts %j as a username, with a unique name in place of the $',
    async (odd) => {
      const username = odd.replace('$', newDetails().username);
      expect((await register({ ...newDetails(), username })).status).toBe(201);
      expectSentence(await register({ ...newDetails(), username }), 409);
    },
  );

  test('refuses a username that grows too long when it is normalized', async () => {
    expectSentence(await register({ ...newDetails(), username: 'ﷺ'.repeat(60) }), 400);
  });

  test('says what is wrong', async () => {
    const refusals: [object, string][] = [
      [{ username: 'ab' }, 'Username must be at least 3 characters'],
      [{ email: 'nobody' }, 'Please enter a valid email address'],
      [{ password: '12345' }, 'Password must be at least 6 characters'],
      [{ username: undefined }, 'username: Required'],
      [{ email: undefined }, 'email: Required'],
      [{ password: undefined }, 'password: Required'],
    ];
    for (const [wrong, sentence] of refusals) {
      const reply = await register({ ...newDetails(), ...wrong });
      expectSentence(reply, 400);
      expect(reply.text).toBe(sentence);
    }
  });
});

describe('logging in', () => {
  test('with e-mail and password', async () => {
    const person = await newPerson();
    const reply = await login({ email: person.email.toUpperCase(), password: person.password });
    expect(reply.status).toBe(200);
    expect(reply.json()).toMatchObject({ id: person.userId, username: person.username });
    expect((await send({ path: '/api/user', session: reply.session })).status).toBe(200);
  });

  test('with a fresh ID token', async () => {
    const person = await newPerson();
    const reply = await login({}, await idTokenOf(person));
    expect(reply.status).toBe(200);
    expect(reply.json().id).toBe(person.userId);
    expect((await send({ path: '/api/user', session: reply.session })).status).toBe(200);
  });

  test('a wrong password and an unknown e-mail address get the same response', async () => {
    const { email } = await newPerson();
    for (const body of [{ ...newDetails(), email }, newDetails()]) {
      const reply = await login(body);
      expectSentence(reply, 401);
      expect(reply.text).toBe(WRONG_CREDENTIALS);
      expect(reply.session).toBeUndefined();
    }
  });

  test('a disabled account gets the same response', async () => {
    const person = await newPerson();
    await accounts.updateUser(person.uid, { disabled: true });
    const reply = await login({ email: person.email, password: person.password });
    expectSentence(reply, 401);
    expect(reply.text).toBe(WRONG_CREDENTIALS);
  });

  test('without credentials gives 400', async () => {
    const { email, password } = await newPerson();
    for (const body of [{}, { email }, { password }]) expectSentence(await login(body), 400);
  });

  test('an ID token that is invalid, old, expired or of an unknown account is refused', async () => {
    const person = await newPerson();
    const idToken = await idTokenOf(person);
    const asIf = (claims: object) => unsigned({ ...claimsIn(idToken), ...claims });
    const now = Math.floor(Date.now() / 1000);
    const refused = [
      'garbage',
      'bnVsbA.bnVsbA.',
      'e30.e30.',
      asIf({ auth_time: now - 6 * 60 }),
      asIf({ exp: now - 60 }),
      asIf({ sub: 'nobodyAtAll' }),
      asIf({ sub: 'a/b' }),
      person.session,
    ];
    for (const bearer of refused) {
      const reply = await login({}, bearer);
      expectSentence(reply, 401);
      expect(reply.session).toBeUndefined();
    }
  });

  test('an account without a profile gets one at its next login, with a free username', async () => {
    const { username } = await newPerson();
    const { email, password } = newDetails();
    const { uid } = await accounts.createUser({ email, password, displayName: username });
    const reply = await login({ email, password });
    expect(reply.status).toBe(200);
    expect(reply.json()).toMatchObject({ email, username: `${username}2` });
    const again = await login({ email, password });
    expect(again.json()).toEqual(reply.json());
    await accounts.deleteUser(uid);
  });
});

describe('changing the profile', () => {
  const change = (session: string, body: object) =>
    send({ method: 'PATCH', path: '/api/user', session, body });

  test('changes only the fields that were sent', async () => {
    const { session } = await newPerson();
    const before = (await send({ path: '/api/user', session })).json();
    const { username } = newDetails();
    let expected = before;
    for (const body of [{ timeZone: 'Europe/Berlin' }, { username }, { timeZone: null }]) {
      expected = { ...expected, ...body };
      const reply = await change(session, body);
      expect(reply.status).toBe(200);
      expect(reply.json()).toEqual(expected);
    }
    expect((await send({ path: '/api/user', session })).json()).toEqual(expected);
  });

  test('frees the old username and takes the new one', async () => {
    const { session, username } = await newPerson();
    const wanted = newDetails().username;
    expect((await change(session, { username: wanted })).status).toBe(200);
    const taken = await register({ ...newDetails(), username: wanted.toUpperCase() });
    expectSentence(taken, 409);
    expect((await register({ ...newDetails(), username })).status).toBe(201);
  });

  test('can change only the letter case of the username', async () => {
    const { session, username } = await newPerson();
    const shouted = username.toUpperCase();
    expect((await change(session, { username: shouted })).json().username).toBe(shouted);
    expectSentence(await register({ ...newDetails(), username }), 409);
  });

  test('to a username that is taken gives 409, even if two people want it at once', async () => {
    const [ada, ben, eve] = await Promise.all([newPerson(), newPerson(), newPerson()]);
    const refused = await change(ada.session, { username: ben.username });
    expectSentence(refused, 409);
    expect(refused.text).toMatch(`"${ben.username}" is taken.`);
    const [free = ''] = freeUsernames(refused.text) ?? [];
    expect((await change(ada.session, { username: free })).json().username).toBe(free);
    const { username } = newDetails();
    const both = await Promise.all([ada, eve].map(({ session }) => change(session, { username })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('twenty times at once keeps exactly one of the usernames', async () => {
    const { session, uid } = await newPerson();
    const wanted = Array.from({ length: 20 }, () => newDetails().username);
    const replies = await Promise.all(wanted.map((username) => change(session, { username })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const names = getFirestore(admin).collection('usernames').where('uid', '==', uid);
    expect((await names.get()).size).toBe(1);
    const { username } = (await send({ path: '/api/user', session })).json();
    expect(wanted).toContain(username);
    expectSentence(await register({ ...newDetails(), username }), 409);
  });

  test('says in one sentence what is wrong', async () => {
    const { session } = await newPerson();
    for (const body of [{ timeZone: 'Mars/Base' }, { timeZone: '+02:00' }, { username: 'ab' }, {}])
      expectSentence(await change(session, body), 400);
  });
});

describe('POST /api/firebase-auth', () => {
  const newGoogler = async (more: object = {}) => {
    const { username, email } = newDetails();
    const { idToken, localId } = await googleSignIn({ email, name: username, ...more });
    const name = username.replaceAll(' ', '');
    return {
      idToken,
      body: { email, username: name, password: 'ignored', firebaseUid: localId, photoUrl: null },
    };
  };
  const signIn = (body: object, bearer?: string) => post('/api/firebase-auth', body, bearer);

  test('makes the account on the first sign-in and keeps it on the next', async () => {
    const picture = 'https://example.com/ada.png';
    const { idToken, body } = await newGoogler({ picture });
    const first = await signIn(body, idToken);
    expect(first.status).toBe(200);
    expect(first.json()).toMatchObject({
      email: body.email,
      username: body.username,
      photoUrl: picture,
    });
    const again = await signIn({ ...body, username: 'Somebody' }, idToken);
    expect(again.json()).toEqual(first.json());
    const user = await send({ path: '/api/user', session: again.session });
    expect(user.json()).toEqual(first.json());
  });

  test('adds a number to a username that is taken', async () => {
    const { username } = await newPerson();
    const names = [];
    for (let person = 0; person < 3; person++) {
      const { idToken, body } = await newGoogler();
      names.push((await signIn({ ...body, username }, idToken)).json().username);
    }
    expect(names).toEqual([`${username}2`, `${username}3`, expect.stringMatching(/\d+$/)]);
    expect(new Set(names).size).toBe(3);
  });

  test('twice at once makes one account', async () => {
    const { idToken, body } = await newGoogler();
    const [one, two] = await Promise.all([signIn(body, idToken), signIn(body, idToken)]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.json()).toEqual(two.json());
  });

  test('needs the ID token', async () => {
    const { body } = await newGoogler();
    const reply = await signIn(body);
    expectSentence(reply, 401);
    expect(reply.session).toBeUndefined();
  });

  test('refuses a body that names another account', async () => {
    const { idToken, body } = await newGoogler();
    const victim = await newPerson();
    for (const wrong of [{ email: victim.email }, { firebaseUid: victim.uid }])
      expectSentence(await signIn({ ...body, ...wrong }, idToken), 403);
  });

  test('refuses an ID token that is not from Google', async () => {
    const person = await newPerson();
    const { email, username, uid } = person;
    await accounts.updateUser(uid, { emailVerified: true });
    const body = { email, username, firebaseUid: uid };
    const reply = await signIn(body, await idTokenOf(person));
    expectSentence(reply, 403);
    expect(reply.text).toBe('This is not a sign-in with Google.');
  });

  test('refuses an e-mail address that Google has not verified', async () => {
    const { idToken, body } = await newGoogler();
    const unverified = unsigned({ ...claimsIn(idToken), email_verified: false });
    expectSentence(await signIn(body, unverified), 403);
  });

  test('refuses a sign-in that is more than five minutes old', async () => {
    const { idToken, body } = await newGoogler();
    const old = unsigned({ ...claimsIn(idToken), auth_time: Math.floor(Date.now() / 1000) - 301 });
    expectSentence(await signIn(body, old), 401);
  });
});
