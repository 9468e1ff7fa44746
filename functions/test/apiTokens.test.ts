import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Api } from '@daymark/contract/calls/api';
import {
  API_TOKENS_MAX,
  type ApiToken,
  type ApiTokenScope,
  type CreatedApiToken,
} from '@daymark/contract/apiToken';
import { newId } from '@daymark/contract/primitives';
import { getFirestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newApiToken } from '../src/apiTokenText';
import { createApp } from '../src/app';
import { firebasePorts } from '../src/firebasePorts';
import { accounts, admin, idTokenOf } from './authEmulator';
import { countReads } from './countReads';
import { deletePerson } from './deletePerson';
import { expectRefusal, expectSentence } from './expectSentence';
import { LONG_RUNS } from '@daymark/contract/test/longRuns';
import { DAY_MS, HOUR_MS } from '@daymark/contract/time/units';
import { confirmedPerson, type Person } from './people';
import { resetPassword } from './resetPassword';
import { requestTo, rows } from './rows';
import { send, type Sent } from './send';
import { secondsLater, signInElsewhere } from './signInElsewhere';

const INVALID = 'This API token is not valid. It may have expired or been revoked.';
const NOT_FOR_TOKENS = 'API tokens can’t be used for this.';
const READ_ONLY = 'This API token can read, but not change anything.';

/** Text that is in every record of the other person and must not be in a reply to this person's tokens. */
const CANARY = 'canary9b2e';
const OTHERS_ID = 5;

const { identity, stores } = firebasePorts();
const firestore = getFirestore(admin);

/** Creates a token in the store, without the function. */
async function tokenOf(
  { uid }: Person,
  scope: ApiTokenScope,
  { expiresAt = Date.now() + DAY_MS, id = newId() } = {},
): Promise<string> {
  const { token, hash } = newApiToken(uid, id);
  await stores.apiTokens.create(
    { uid },
    {
      id,
      name: scope,
      scope,
      createdAt: new Date().toISOString(),
      expiresAt: new Date(expiresAt).toISOString(),
      lastUsedAt: null,
      hash,
      signInsValidFrom: (await identity.signInsValidFrom(uid)) ?? '',
    },
    new Date(expiresAt + DAY_MS),
    () => true,
  );
  return token;
}

const withToken = (token: string, sent: Partial<Sent> = {}) =>
  send({
    path: '/api/tasks',
    ...sent,
    headers: { authorization: `Bearer ${token}`, ...sent.headers },
  });

const make = ({ session }: Person, body: object = {}) =>
  send({
    method: 'POST',
    path: '/api/tokens',
    session,
    body: { name: 'Backup', scope: 'write', expiresInDays: 90, ...body },
  });

const listOf = async ({ session }: Person) =>
  (await send({ path: '/api/tokens', session })).json() as ApiToken[];

/** Every call that a token may make. A row that gets a `token` by mistake is missing here, so the test fails. */
const ALLOWED: Partial<Record<keyof Api, ApiTokenScope>> = {
  getUser: 'read',
  listTasks: 'read',
  listPriorities: 'read',
  createTask: 'write',
  updateTask: 'write',
  deleteTask: 'write',
  listCategories: 'read',
  createCategory: 'write',
  updateCategory: 'write',
  deleteCategory: 'write',
  listGoals: 'read',
  createGoal: 'write',
  updateGoal: 'write',
  deleteGoal: 'write',
  listDayPlans: 'read',
  createDayPlan: 'write',
  updateDayPlan: 'write',
  listWeekReviews: 'read',
  createWeekReview: 'write',
  updateWeekReview: 'write',
  listEvents: 'read',
  createEvent: 'write',
  updateEvent: 'write',
  deleteEvent: 'write',
  getSettings: 'read',
  updateSettings: 'write',
  getReflection: 'read',
  listReflections: 'read',
  saveReflection: 'write',
  listNotes: 'read',
  createNote: 'write',
  updateNote: 'write',
  deleteNote: 'write',
  listFocusSessions: 'read',
  createFocusSession: 'write',
  updateFocusSession: 'write',
  deleteFocusSession: 'write',
  listConflicts: 'read',
  createConflict: 'write',
  deleteConflict: 'write',
  listDeleted: 'read',
  getDeleted: 'read',
  getCalendarSettings: 'read',
  listCalendars: 'read',
  listCalendarEvents: 'read',
  checkCalendar: 'read',
  listChanges: 'read',
  exportAccount: 'read',
};

test('tokens may make only these calls, reading with GET and changing with other methods', () => {
  const found = rows.flatMap(({ name, token }) => (token ? [[name, token]] : []));
  expect(Object.fromEntries(found)).toEqual(ALLOWED);
  for (const { name, method, token, session } of rows.filter(({ token }) => token)) {
    expect(session, name).toBe('required');
    expect(token, name).toBe(method === 'GET' ? 'read' : 'write');
  }
});

describe('token scopes × every endpoint', () => {
  let person: Person;
  let other: Person;
  let othersExport: object;
  let tokens: Record<'read' | 'write' | 'expired' | 'revoked' | 'of nobody', string>;

  const exported = async ({ session }: Person) => {
    const { exportedAt: _exportedAt, ...document } = (
      await send({ path: '/api/export', session })
    ).json() as { exportedAt: string };
    return document;
  };

  beforeAll(async () => {
    [person, other] = await Promise.all([confirmedPerson(), confirmedPerson()]);
    const text = { title: CANARY, content: CANARY };
    await send({
      method: 'POST',
      path: '/api/import',
      session: other.session,
      body: {
        tasks: [{ id: OTHERS_ID, title: CANARY }],
        notes: [{ id: OTHERS_ID, ...text }],
        events: [
          {
            id: OTHERS_ID,
            title: CANARY,
            start: '2026-11-20T08:00:00Z',
            end: '2026-11-20T09:00:00Z',
          },
        ],
        categories: [{ id: OTHERS_ID, name: CANARY, color: '#000000' }],
      },
    });
    const revoked = await tokenOf(person, 'write', { id: 7 });
    await stores.apiTokens.delete(person, 7);
    tokens = {
      read: await tokenOf(person, 'read'),
      write: await tokenOf(person, 'write'),
      expired: await tokenOf(person, 'write', { expiresAt: Date.now() - 1000 }),
      revoked,
      'of nobody': newApiToken('nobodyAtAll', 1).token,
    };
    othersExport = await exported(other);
    expect(JSON.stringify(othersExport).split(CANARY).length).toBeGreaterThan(4);
  });

  test.concurrent.each(rows)('$method $path', async (row) => {
    const ask = (token: string | undefined) =>
      send({
        ...requestTo(row, OTHERS_ID),
        ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
      });
    // The same code refuses all three tokens. Each call gets one of the three tokens, or all of them in long runs.
    const invalid = [tokens.expired, tokens.revoked, tokens['of nobody']];
    const sent = LONG_RUNS ? invalid : [invalid[rows.indexOf(row) % invalid.length]];
    const [none, ...refusals] = await Promise.all([ask(undefined), ...sent.map(ask)]);
    if (row.session === 'required')
      expect([none.status, none.text]).toEqual([401, 'Please sign in.']);
    const refused = row.failsTo ? [302, ''] : row.token ? [401, INVALID] : [403, NOT_FOR_TOKENS];
    for (const reply of refusals) {
      expect([reply.status, reply.text]).toEqual(refused);
      expectRefusal(row, reply);
      expect(reply.session, 'no cookie is set or cleared').toBeUndefined();
    }

    const [read, write] = [await ask(tokens.read), await ask(tokens.write)];
    for (const [scope, reply] of [
      ['read', read],
      ['write', write],
    ] as const) {
      expect(reply.text + JSON.stringify(reply.headers), 'no data of another person').not.toContain(
        CANARY,
      );
      expect(reply.text).not.toContain(tokens[scope]);
      if (row.failsTo || !row.token) expect([reply.status, reply.text]).toEqual(refused);
      else if (scope === 'read' && row.token === 'write') {
        expect([reply.status, reply.text]).toEqual([403, READ_ONLY]);
        expect(reply.headers['www-authenticate']).toBe('Bearer error="insufficient_scope"');
      } else {
        // The record to change may not exist, and no Google account is connected.
        const ofGoogle = row.path.startsWith('/api/calendar/') ? [403, 409] : [404];
        expect([row.status, ...ofGoogle], reply.text).toContain(reply.status);
        expect([INVALID, NOT_FOR_TOKENS, READ_ONLY]).not.toContain(reply.text);
      }
    }
  });

  test('the other account is unchanged after all of these requests', async () => {
    expect(await exported(other)).toEqual(othersExport);
    expect((await send({ path: '/api/user', session: person.session })).status).toBe(200);
    expect(await listOf(person)).toHaveLength(3);
  });
});

test('a token is only in the reply that creates it', async () => {
  const person = await confirmedPerson();
  const { session } = person;
  const reply = await make(person);
  expect(reply.status, reply.text).toBe(201);
  const { token, ...shown } = reply.json() as CreatedApiToken;
  expect(shown).toMatchObject({ name: 'Backup', scope: 'write', lastUsedAt: null });
  expect(Date.parse(shown.expiresAt) - Date.parse(shown.createdAt)).toBe(90 * DAY_MS);
  expect(await listOf(person)).toEqual([shown]);

  const secret = token.slice(-36);
  const hash = createHash('sha256').update(token).digest('hex');
  const { docs } = await firestore.collection(`users/${person.uid}/apiTokens`).get();
  const stored = docs.map((found) => ({ id: found.id, ...found.data() }));
  expect(stored).toMatchObject([{ id: String(shown.id), hash }]);
  expect(JSON.stringify(stored)).not.toContain(secret);
  // A token is deleted 30 days after it expires.
  expect(docs[0]?.get('deleteAt').toMillis() - Date.parse(shown.expiresAt)).toBe(30 * DAY_MS);
  const everywhere = await Promise.all(
    ['/api/tokens', '/api/export', '/api/user', '/api/changes'].map((path) =>
      send({ path, session }),
    ),
  );
  for (const { text } of everywhere)
    for (const one of [secret, hash]) expect(text).not.toContain(one);
});

test('a token has 178 random bits and a checksum that finds typing errors without a read', async () => {
  const person = await confirmedPerson();
  const { token } = (await make(person)).json() as CreatedApiToken;
  expect(token).toMatch(new RegExp(`^daymark_${person.uid}_[0-9]{1,16}_[A-Za-z0-9]{36}$`));
  const secrets = Array.from({ length: 2000 }, () => newApiToken('x', 1).token.slice(-36, -6));
  expect(new Set(secrets).size).toBe(secrets.length);
  for (const at of [0, 29]) expect(new Set(secrets.map((secret) => secret[at])).size).toBe(62);

  const counted = countReads();
  const app = createServer(createApp({ ...firebasePorts(), log: () => undefined }));
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  const to = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  expectSentence(
    await withToken(`${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`, { to }),
    401,
  );
  expect(counted.reads).toBe(0);
  // At most three reads, among them one for the token and one for the reflection.
  expect(
    (await withToken(token, { path: '/api/reflections?date=2026-11-20T08:00:00Z', to })).status,
  ).toBe(200);
  vi.restoreAllMocks();
  app.close();
  expect(counted.reads).toBeLessThanOrEqual(3);
});

test('a token needs a name of at most 60 characters, a known scope and a known lifetime', async () => {
  const person = await confirmedPerson();
  for (const [body, sentence] of [
    [{ name: '  ' }, 'Please enter a name'],
    [{ name: 'x'.repeat(61) }, 'name: Must be at most 60 characters'],
    [{ scope: 'admin' }, 'scope: Must be one of read, write'],
    [{ expiresInDays: 31 }, 'expiresInDays: Must be 30, 90 or 365'],
    [{ expiresInDays: null }, 'expiresInDays: Must be 30, 90 or 365'],
  ] as const) {
    const reply = await make(person, body);
    expect([reply.status, reply.text]).toEqual([400, sentence]);
  }
  const named = (await make(person, { name: ' 🦊 Büro ' })).json() as CreatedApiToken;
  expect(named.name).toBe('🦊 Büro');
});

test('the last use is recorded at most once an hour', async () => {
  const person = await confirmedPerson();
  const { id, token } = (await make(person)).json() as CreatedApiToken;
  const lastUse = async () => (await listOf(person))[0]?.lastUsedAt ?? null;
  expect(await lastUse()).toBeNull();
  await withToken(token);
  const first = await lastUse();
  expect(Date.now() - Date.parse(first ?? '')).toBeLessThan(60_000);
  await withToken(token);
  expect(await lastUse()).toBe(first);
  const before = new Date(Date.now() - HOUR_MS).toISOString();
  await stores.apiTokens.recordUse(person, id, before);
  await withToken(token);
  expect(Date.parse((await lastUse()) ?? '')).toBeGreaterThan(Date.parse(before));
});

test('revoking a token ends only that token, at once', async () => {
  const [person, other] = await Promise.all([confirmedPerson(), confirmedPerson()]);
  const { id, token } = (await make(person)).json() as CreatedApiToken;
  const kept = await tokenOf(person, 'read');
  expect((await withToken(token)).status).toBe(200);
  const revoke = ({ session }: Person) =>
    send({ method: 'DELETE', path: `/api/tokens/${id}`, session });
  expect((await revoke(other)).status).toBe(204);
  expect((await withToken(token)).status).toBe(200);
  expect((await revoke(person)).status).toBe(204);
  expect((await revoke(person)).status).toBe(204);
  const refused = await withToken(token);
  expect([refused.status, refused.text]).toEqual([401, INVALID]);
  expect(refused.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  expect((await withToken(kept)).status).toBe(200);
  expect(await listOf(person)).toHaveLength(1);
});

test('an account has at most 20 active tokens, however many are made at once', async () => {
  const person = await confirmedPerson();
  await tokenOf(person, 'read', { expiresAt: Date.now() - 1000 });
  for (let made = 0; made < API_TOKENS_MAX - 2; made++) await tokenOf(person, 'read');
  const replies = await Promise.all(Array.from({ length: 6 }, () => make(person)));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(2);
  for (const reply of replies.filter(({ status }) => status !== 201)) {
    expectSentence(reply, 403);
    expect(reply.text).toBe('You have 20 API tokens. Revoke one, then create another.');
  }
  const listed = await listOf(person);
  expect(listed).toHaveLength(API_TOKENS_MAX + 1);
  await send({
    method: 'DELETE',
    path: `/api/tokens/${listed[0]?.id}`,
    session: person.session,
  });
  expect((await make(person)).status).toBe(201);
});

test('an expired token is listed for 30 days', async () => {
  const person = await confirmedPerson();
  await tokenOf(person, 'read', { expiresAt: Date.now() - 29 * DAY_MS, id: 1 });
  await tokenOf(person, 'read', { expiresAt: Date.now() - 31 * DAY_MS, id: 2 });
  expect((await listOf(person)).map(({ id }) => id)).toEqual([1]);
});

test('a request with a token ignores the session cookie', async () => {
  const [person, other] = await Promise.all([confirmedPerson(), confirmedPerson()]);
  const token = await tokenOf(person, 'read');
  const { session } = other;
  const user = (await withToken(token, { path: '/api/user', session })).json() as { id: number };
  expect(user.id).toBe(person.userId);
  const change = { method: 'POST', body: { title: 'Water' }, session };
  expectSentence(await withToken(token, change), 403);
  expectSentence(await withToken('daymark_garbage', change), 401);
  const own = { ...change, session: person.session };
  expectSentence(await withToken('daymark_garbage', own), 401);
  expect((await send({ path: '/api/tasks', ...own, ...change })).status).toBe(201);
});

describe('an invalid token gets 401 and one sentence:', () => {
  let person: Person;
  let token: string;
  beforeAll(async () => {
    person = await confirmedPerson();
    token = await tokenOf(person, 'write', { id: 11 });
  });
  const part = (at: number) => token.split('_')[at] ?? '';
  const garbage: Record<string, () => string> = {
    'the prefix alone': () => 'daymark_',
    'cut off': () => token.slice(0, -1),
    'with something behind it': () => `${token}x`,
    twice: () => `${token}, Bearer ${token}`,
    'another secret with its own checksum': () => newApiToken(person.uid, 11).token,
    'another id': () => newApiToken(person.uid, 12).token,
    'a path as its uid': () => `daymark_a/tasks_1_${part(3)}`,
    'a reserved uid': () => `daymark___x___1_${part(3)}`,
    'an id like a path': () => `daymark_${person.uid}_..%2F1_${part(3)}`,
    'an id that is too large': () => newApiToken(person.uid, 9_999_999_999_999_999).token,
    'with %00 in it': () => `${token}%00`,
    'Latin-1 text': () => 'daymark_über\u00e9',
    '7 KB long': () => `daymark_${'x'.repeat(7000)}`,
    'in capitals': () => `daymark_${token.slice(8).toUpperCase()}`,
  };

  test.each(Object.keys(garbage))('%s', async (what) => {
    const reply = await withToken(garbage[what]!(), { session: person.session });
    expectSentence(reply, 401);
    expect(reply.text).toBe(INVALID);
  });

  test('unlike a valid token whose scheme is in lower case', async () => {
    const reply = await send({
      path: '/api/tasks',
      headers: { authorization: `bearer ${token}` },
    });
    expect(reply.status).toBe(200);
  });
});

test('a token works only as a bearer token, and no reply repeats it', async () => {
  const person = await confirmedPerson();
  const token = await tokenOf(person, 'write');
  const attempts: Sent[] = [
    ...['token', 'access_token', 'api_key', 'key', 'authorization'].map((name) => ({
      path: '/api/tasks',
      query: { [name]: token },
    })),
    { path: '/api/tasks', session: token },
    { path: '/api/tasks', headers: { 'x-api-key': token } },
    { path: '/api/tasks', headers: { authorization: `Token ${token}` } },
    {
      path: '/api/tasks',
      headers: { authorization: `Basic ${Buffer.from(`:${token}`).toString('base64')}` },
    },
    { method: 'POST', path: '/api/tasks', body: { title: 'x', token, access_token: token } },
    { method: 'PATCH', path: `/api/tasks/${token}`, body: { title: token } },
  ];
  for (const attempt of attempts) {
    const reply = await send(attempt);
    expectSentence(reply, 401);
    expect(reply.text + JSON.stringify(reply.headers)).not.toContain(token);
  }
  // An error reply doesn't repeat a valid token either.
  for (const sent of [
    { path: `/api/tasks/${token}`, method: 'PATCH', body: { title: 'x' } },
    { path: '/api/tasks', method: 'POST', body: { title: 7, [token]: token } },
    { path: `/api/${token}` },
    { path: '/api/reflections', query: { date: token } },
  ]) {
    const reply = await withToken(token, sent);
    expectSentence(reply);
    expect(reply.text + JSON.stringify(reply.headers)).not.toContain(token);
  }
});

test('a token ends when its account is disabled or deleted', async () => {
  const [disabled, deleted] = await Promise.all([confirmedPerson(), confirmedPerson()]);
  const [first, second] = [await tokenOf(disabled, 'read'), await tokenOf(deleted, 'read')];
  await accounts.updateUser(disabled.uid, { disabled: true });
  expectSentence(await withToken(first), 401);
  const { uid } = deleted;
  expect((await deletePerson(deleted)).status).toBe(204);
  expectSentence(await withToken(second), 401);
  expect((await firestore.collection(`users/${uid}/apiTokens`).get()).size).toBe(0);
});

describe('a password reset by mail', () => {
  test('ends every API token, and the list shows them as expired', async () => {
    const person = await confirmedPerson();
    const { token } = (await make(person)).json() as CreatedApiToken;
    expect((await withToken(token)).status).toBe(200);
    await resetPassword(person.email, 'a-new-secret');
    const refused = await withToken(token);
    expect([refused.status, refused.text]).toEqual([401, INVALID]);
    const session = await signInElsewhere({ ...person, password: 'a-new-secret' });
    const [listed] = await listOf({ ...person, session });
    expect(Date.parse(listed?.expiresAt ?? '')).toBeLessThanOrEqual(Date.now());
  });

  test('makes room for new tokens', async () => {
    const person = await confirmedPerson();
    for (let made = 0; made < API_TOKENS_MAX; made++) await tokenOf(person, 'read');
    expectSentence(await make(person), 403);
    await resetPassword(person.email, 'a-new-secret');
    const session = await signInElsewhere({ ...person, password: 'a-new-secret' });
    const { token } = (await make({ ...person, session })).json() as CreatedApiToken;
    expect((await withToken(token)).status).toBe(200);
  });
});

describe('a password change in Settings', () => {
  /** Changes the password. Returns the person with the new session. */
  const change = async (person: Person, password: string, apiTokens: boolean) => {
    await secondsLater(1);
    const headers = { authorization: `Bearer ${await idTokenOf(person)}` };
    const body = { password, apiTokens, calendarFeed: false };
    const { session } = person;
    const path = '/api/user/password';
    const reply = await send({ method: 'POST', path, session, headers, body });
    expect(reply.status, reply.text).toBe(204);
    return { ...person, password, session: reply.session ?? '' };
  };

  test('ends the API tokens, or keeps them if the person chooses so', async () => {
    for (const ends of [true, false]) {
      const person = await confirmedPerson();
      const { token } = (await make(person)).json() as CreatedApiToken;
      const changed = await change(person, 'another-secret', ends);
      expect((await withToken(token)).status).toBe(ends ? 401 : 200);
      expect(await listOf(changed)).toHaveLength(ends ? 0 : 1);
    }
  });

  test('doesn’t bring back a token that an earlier reset by mail ended', async () => {
    const person = await confirmedPerson();
    const { token } = (await make(person)).json() as CreatedApiToken;
    await resetPassword(person.email, 'a-new-secret');
    const owner = { ...person, password: 'a-new-secret' };
    await change({ ...owner, session: await signInElsewhere(owner) }, 'another-secret', false);
    expect((await withToken(token)).status).toBe(401);
  });

  test('keeps tokens, and a later reset by mail ends them', async () => {
    const person = await confirmedPerson();
    const { token } = (await make(person)).json() as CreatedApiToken;
    await change(person, 'another-secret', false);
    expect((await withToken(token)).status).toBe(200);
    await resetPassword(person.email, 'a-new-secret');
    expect((await withToken(token)).status).toBe(401);
  });
});

test('a copy of the demo can’t make tokens', async () => {
  const body = { email: 'demo@daymark.app', password: 'daymark-demo' };
  const { session = '' } = await send({ method: 'POST', path: '/api/login', body });
  const reply = await make({ session } as Person);
  expectSentence(reply, 403);
  expect(reply.text).toBe('The demo account can’t create API tokens.');
});

describe('with a request limit', () => {
  const server = createServer(
    createApp({
      ...firebasePorts(),
      log: () => undefined,
      attemptLimits: { ...firebasePorts().attemptLimits, session: [3, 86_400] },
    }),
  );
  let to: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  test('a token over its limit has to wait, and other tokens don’t', async () => {
    const person = await confirmedPerson();
    const [one, other] = [await tokenOf(person, 'read'), await tokenOf(person, 'read')];
    for (let count = 0; count < 3; count++) expect((await withToken(one, { to })).status).toBe(200);
    const reply = await withToken(one, { to });
    expectSentence(reply, 429);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect((await withToken(other, { to })).status).toBe(200);
  });
});
