import { randomBytes } from 'node:crypto';
import { DEMO_ACCOUNT, TOO_MANY_ATTEMPTS } from '@daymark/contract/user';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ATTEMPT_LIMITS } from '../src/users/attemptLimits';
import { newApiToken } from '../src/apiTokenText';
import { idTokenOf } from './authEmulator';
import { confirmedPerson, newPerson, newDetails } from './people';
import { send, type Sent } from './send';
import { unsigned } from './tokens';
import { expectSentence } from './expectSentence';
import { startFunction, type RunningFunction } from './startFunction';

/** How many copies of the demo an address gets in these tests. Few, because each copy has hundreds of records. */
const DEMO_COPIES = 5;

let running: RunningFunction;
beforeAll(async () => {
  // The windows last a day, so that none ends during a test.
  const limits = { account: [3, 86_400], address: [8, 86_400] };
  const env = {
    ATTEMPT_LIMITS: JSON.stringify({
      login: limits,
      register: limits,
      demo: { address: [DEMO_COPIES, 86_400] },
      session: [40, 86_400],
      guesses: [5, 86_400],
    }),
  };
  running = await startFunction(env);
});
afterAll(() => running.stop());

let last = 0;
/** Returns an address that no other test uses. */
const newAddress = () => `${Date.now() % 1e9}.${++last}.example`;

/** Sends a request as it arrives through Hosting, with the person's address followed by the CDN's address. */
const post = (path: string, body: object, from: string, headers: Record<string, string> = {}) =>
  send({
    method: 'POST',
    path,
    body,
    to: running.url,
    headers: { 'x-forwarded-for': `${from}, 151.101.1.1`, ...headers },
  });
const guess = (email: string, from: string, password = 'a-wrong-guess') =>
  post('/api/login', { email, password }, from);

function expectTooMany(reply: Awaited<ReturnType<typeof send>>) {
  expectSentence(reply, 429);
  expect(reply.text).toBe(TOO_MANY_ATTEMPTS);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(86_400);
  expect(reply.session).toBeUndefined();
}

describe('guessing a password', () => {
  test('ends after three tries at one address, and the account isn’t locked elsewhere', async () => {
    const { email, password } = await newPerson();
    const here = newAddress();
    for (let times = 0; times < 3; times++) expectSentence(await guess(email, here), 401);
    expectTooMany(await guess(email, here));
    expectTooMany(await guess(email.toUpperCase(), here, password));
    expect((await guess(email, newAddress(), password)).status).toBe(200);
    const other = await newPerson();
    expect((await guess(other.email, here, other.password)).status).toBe(200);
  });

  test('fifty times at once gets at most three tries', async () => {
    const { email } = await newPerson();
    const here = newAddress();
    const all = Array.from({ length: 50 }, (_, n) => guess(email, here, `a-wrong-guess-${n}`));
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(3);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(47);
  });

  test('of one account after another ends as well', async () => {
    const here = newAddress();
    for (let times = 0; times < 8; times++)
      expectSentence(await guess(newDetails().email, here), 401);
    expectTooMany(await guess(newDetails().email, here));
  });

  test('under made-up addresses doesn’t help', async () => {
    const { email } = await newPerson();
    const here = newAddress();
    for (let times = 0; times < 3; times++)
      expectSentence(await guess(email, `${newAddress()}, ${here}`), 401);
    expectTooMany(await guess(email, `${newAddress()}, ${here}`));
  });

  test('from another address of the same IPv6 network doesn’t help either', async () => {
    const { email } = await newPerson();
    const network = `2001:db8:${(Date.now() % 65_536).toString(16)}:1`;
    const addresses = ['::1', ':0:0:0:2', '::ffff:3', ':a:b:c:d'].map((end) => network + end);
    const replies = [];
    for (const address of addresses) replies.push(await guess(email, address));
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
  });
});

test('signing in with the right password or an ID token uses up no tries', async () => {
  const person = await newPerson();
  const here = newAddress();
  const idToken = await idTokenOf(person);
  for (let times = 0; times < 10; times++) {
    expect((await guess(person.email, here, person.password)).status).toBe(200);
    const bearer = { authorization: `Bearer ${idToken}` };
    expect((await post('/api/login', {}, here, bearer)).status).toBe(200);
  }
});

test('an address can register eight accounts, and other addresses aren’t affected', async () => {
  const here = newAddress();
  for (let times = 0; times < 8; times++)
    expect((await post('/api/register', newDetails(), here)).status).toBe(201);
  const refused = newDetails();
  expectTooMany(await post('/api/register', refused, here));
  expect((await post('/api/register', refused, newAddress())).status).toBe(201);
});

/** Number of sign-ins to the demo. */
const DEMO_SIGN_INS = process.env.LONG_RUNS ? 1000 : 100;

test('an address gets at most thirty copies of the demo an hour, also if it asks for all at once', async () => {
  expect(ATTEMPT_LIMITS.demo.address).toEqual([30, 60 * 60]);
  const here = newAddress();
  const { email, password } = DEMO_ACCOUNT;
  expect((await guess(email, here, password)).status).toBe(200);
  const statuses = new Map<number, number>();
  for (let sent = 0; sent < DEMO_SIGN_INS; sent += 50) {
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => guess(email, here, password)),
    );
    for (const reply of replies) {
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      if (reply.status !== 200) expectTooMany(reply);
    }
  }
  expect(statuses.get(200) ?? 0).toBeLessThan(DEMO_COPIES);
  expect((await guess(email, newAddress(), password)).status).toBe(200);
});

test('a person gets at most five confirmation mails an hour', async () => {
  const { session } = await newPerson();
  const again = () =>
    send({ method: 'POST', path: '/api/user/verification', session, to: running.url });
  for (let times = 0; times < 5; times++) expect((await again()).status).toBe(200);
  expectSentence(await again(), 429);
});

test('a session over its request limit has to wait, and other sessions don’t', async () => {
  const [person, other] = [await newPerson(), await newPerson()];
  const read = ({ session }: typeof person) =>
    send({ path: '/api/settings', session, to: running.url });
  for (let times = 0; times < 40; times++) expect((await read(person)).status).toBe(200);
  const refused = await read(person);
  expectSentence(refused, 429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await read(other)).status).toBe(200);
});

describe('guessing secrets', () => {
  const random = () => randomBytes(32).toString('base64url');
  const guesses: Record<string, () => Partial<Sent> & { path: string }> = {
    'a calendar address': () => ({ path: `/api/calendar-feed/${random()}.ics` }),
    'a session': () => ({
      path: '/api/user',
      session: unsigned({ sub: 'nobodyAtAll', jti: random() }),
    }),
    'an API token': () => ({
      path: '/api/tasks',
      headers: { authorization: `Bearer ${newApiToken('nobodyAtAll', 1).token}` },
    }),
  };
  const sendFrom = (from: string, { headers, ...sent }: Partial<Sent> & { path: string }) =>
    send({ ...sent, to: running.url, headers: { ...headers, 'x-forwarded-for': from } });

  test.each(Object.keys(guesses))('%s can be guessed five times from one address', async (what) => {
    const here = newAddress();
    for (let times = 0; times < 5; times++)
      expect([401, 404]).toContain((await sendFrom(here, guesses[what]!())).status);
    const refused = await sendFrom(here, guesses[what]!());
    expectSentence(refused, 429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect([401, 404]).toContain((await sendFrom(newAddress(), guesses[what]!())).status);
  });

  test('fifty times at once gets at most five look-ups', async () => {
    const here = newAddress();
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => sendFrom(here, guesses['a calendar address']!())),
    );
    expect(replies.filter(({ status }) => status === 404).length).toBeLessThanOrEqual(5);
  });

  test('doesn’t stop a session that was used from the same address', async () => {
    const here = newAddress();
    const { session } = await newPerson();
    const own = { path: '/api/settings', session };
    expect((await sendFrom(here, own)).status).toBe(200);
    for (let times = 0; times < 6; times++) await sendFrom(here, guesses['a session']!());
    expect((await sendFrom(here, own)).status).toBe(200);
  });

  test('never counts a secret that exists', async () => {
    const here = newAddress();
    const { session } = await confirmedPerson();
    const body = { busyOnly: false };
    const made = await send({ method: 'POST', path: '/api/calendar-feed', session, body });
    const path = String(made.json().path);
    for (let times = 0; times < 7; times++)
      expect((await sendFrom(here, { path })).status).toBe(200);
  });
});

test('the production limits are high enough for a household', () => {
  const { login, register } = ATTEMPT_LIMITS;
  expect([login.account, login.address]).toEqual([
    [10, 900],
    [100, 900],
  ]);
  expect([register.account, register.address]).toEqual([
    [10, 3600],
    [30, 3600],
  ]);
});
