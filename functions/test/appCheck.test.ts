import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { firebasePorts } from '../src/firebasePorts';
import { firebaseAppCheck } from '../src/users/firebaseAppCheck';
import { expectSentence } from './expectSentence';
import { newDetails, newPerson } from './people';
import { requestTo, rows } from './rows';
import { send } from './send';
import { startFunction, type RunningFunction } from './startFunction';
import { PROJECT, sign, startGoogle } from './startGoogle';
import { unsigned } from './tokens';

// Accounts are in the emulators. App Check tokens are verified as in production, but against the public keys of a
// stand-in for Google.

const SENTENCE =
  'We could not check that this request comes from Daymark. Reload the page and try again.';

let google: Awaited<ReturnType<typeof startGoogle>>;
let enforcing: RunningFunction;
let watching: RunningFunction;

const startWith = (APP_CHECK: string | undefined) =>
  startFunction({
    ...google.env,
    FIREBASE_AUTH_EMULATOR_HOST: process.env.FIREBASE_AUTH_EMULATOR_HOST,
    APP_CHECK,
  });

beforeAll(async () => {
  google = await startGoogle();
  [enforcing, watching] = await Promise.all([startWith('enforce'), startWith('watch')]);
});
afterAll(async () => {
  await Promise.all([enforcing.stop(), watching.stop()]);
  google.stop();
});

const now = Math.floor(Date.now() / 1000);
const claims = {
  iss: 'https://firebaseappcheck.googleapis.com/123',
  aud: ['projects/123', `projects/${PROJECT}`],
  sub: '1:123:web:daymark',
  iat: now - 60,
  exp: now + 3600,
};
const genuine = sign(claims);

const register = (details: object, token?: string, to = enforcing.url) =>
  send({
    method: 'POST',
    path: '/api/register',
    body: details,
    ...(token !== undefined && { headers: { 'x-firebase-appcheck': token } }),
    to,
  });

/** Returns the ID token of the account with this address and password, or null if there is none. */
const signIn = ({ email, password }: { email: string; password: string }) =>
  firebasePorts().identity.signInWithPassword(email, password);

test('a registration without an App Check token is refused with a sentence', async () => {
  const details = newDetails();
  const reply = await register(details);
  expectSentence(reply, 403);
  expect(reply.text).toBe(SENTENCE);
  expect(await signIn(details)).toBeNull();
});

test('a person registers and signs in with a genuine token', async () => {
  const details = newDetails();
  expect((await register(details, genuine)).status).toBe(201);
  const { email, password } = details;
  const reply = await send({
    method: 'POST',
    path: '/api/login',
    body: { email, password },
    headers: { 'x-firebase-appcheck': genuine },
    to: enforcing.url,
  });
  expect(reply.status, reply.text).toBe(200);
  expect(reply.session).toBeTruthy();
});

describe('a registration is refused when its token', () => {
  test.each(
    Object.entries({
      'is empty': '',
      'is no token': 'garbage',
      'is not signed': unsigned(claims),
      'is signed by another key': sign(claims, { key: 'foreign' }),
      'is signed by an unknown key': sign(claims, { key: 'foreign', header: { kid: 'unknown' } }),
      'has the public key as an HMAC secret': sign(claims, {
        key: 'public',
        header: { alg: 'HS256' },
      }),
      'is for another project': sign({ ...claims, aud: ['projects/another'] }),
      'is by another issuer': sign({ ...claims, iss: 'https://securetoken.google.com/123' }),
      'names no app': sign({ ...claims, sub: '' }),
      'has expired': sign({ ...claims, exp: now - 1 }),
    }),
  )('%s', async (_what, token) => {
    const details = newDetails();
    const reply = await register(details, token);
    expectSentence(reply, 403);
    expect(reply.text).toBe(SENTENCE);
    expect(await signIn(details)).toBeNull();
  });
});

test('only calls that sign in or register need a token', async () => {
  const person = await newPerson();
  const tasks = await send({ path: '/api/tasks', session: person.session, to: enforcing.url });
  expect(tasks.status, tasks.text).toBe(200);
  const refused = [];
  for (const row of rows) {
    const reply = await send({ ...requestTo(row), session: person.session, to: enforcing.url });
    if (reply.text === SENTENCE) refused.push(row.name);
  }
  expect(refused).toEqual(['login', 'register', 'signInWithGoogle']);
});

test('a sign-in with the right password starts no session without a token', async () => {
  const { email, password } = await newPerson();
  const reply = await send({
    method: 'POST',
    path: '/api/login',
    body: { email, password },
    to: enforcing.url,
  });
  expectSentence(reply, 403);
  expect(reply.session).toBeUndefined();
});

test('a genuine token gets 503 if Google’s keys can’t be reached', async () => {
  const fresh = await startWith('enforce'); // The key cache of this function is empty.
  onTestFinished(() => fresh.stop());
  google.state.arePublicKeysUp = false;
  const unreachable = await register(newDetails(), genuine, fresh.url);
  google.state.arePublicKeysUp = true;
  expect(unreachable.status, unreachable.text).toBe(503);
  expect(unreachable.text).toBe(
    'Daymark can’t be reached right now. Please try again in a moment.',
  );
  expect((await register(newDetails(), genuine, fresh.url)).status).toBe(201);
});

test('watch mode lets everyone register and logs which requests would be refused', async () => {
  const forged = sign(claims, { key: 'foreign' });
  for (const token of [undefined, forged, genuine])
    expect((await register(newDetails(), token, watching.url)).status).toBe(201);
  const warnings = watching
    .output()
    .split('\n')
    .filter((line) => line.includes('App Check'))
    .map((line) => JSON.parse(line) as object);
  expect(warnings).toEqual([
    {
      severity: 'WARNING',
      message: 'App Check would refuse register: it has no token',
      endpoint: 'register',
    },
    {
      severity: 'WARNING',
      message: 'App Check would refuse register: its token could not be verified',
      endpoint: 'register',
    },
  ]);
  for (const secret of [forged, genuine]) expect(watching.output()).not.toContain(secret);
});

test('the log of refusals contains no App Check token', () => {
  expect(enforcing.output()).toContain('register 403');
  expect(enforcing.output()).not.toContain(genuine);
});

test('App Check is off unless APP_CHECK turns it on, and a misspelled mode is an error', async () => {
  expect(firebaseAppCheck().mode).toBe('off');
  expect(firebaseAppCheck('').mode).toBe('off');
  expect(() => firebaseAppCheck('enforced')).toThrow(
    'APP_CHECK must be one of off, watch, enforce.',
  );
  // The function that all tests share has no APP_CHECK.
  expect((await send({ method: 'POST', path: '/api/register', body: newDetails() })).status).toBe(
    201,
  );
});
