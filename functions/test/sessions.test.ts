import { describe, expect, test } from 'vitest';
import { acceptOlderSessions, accounts, idTokenOf } from './authEmulator';
import { confirmedPerson, newPerson, type Person } from './people';
import { claimsIn, unsigned } from './tokens';
import { requestTo, rows } from './rows';
import { send } from './send';
import { expectSentence } from './expectSentence';
import { startFunction } from './startFunction';

const login = async ({ email, password }: Person) =>
  (await send({ method: 'POST', path: '/api/login', body: { email, password } })).session ?? '';

const asIf = (session: string, claims: object) => unsigned({ ...claimsIn(session), ...claims });

/** Returns a time some minutes ago, in seconds as in a token. */
const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;

/** Each kind of invalid session, with a function that makes its cookie. */
const states: Record<string, () => Promise<string | undefined>> = {
  none: async () => undefined,
  garbage: async () => 'garbage',
  'garbage in three parts': async () => 'e30.e30.e30',
  'JSON that is not an object': async () => 'bnVsbA.bnVsbA.',
  'forged for an account that does not exist': async () =>
    asIf((await newPerson()).session, { sub: 'nobodyAtAll' }),
  'forged with a path as its uid': async () =>
    asIf((await newPerson()).session, { sub: 'a/tasks/1' }),
  'forged with a reserved uid': async () => asIf((await newPerson()).session, { sub: '__x__' }),
  'really an ID token': async () => idTokenOf(await newPerson()),
  'of another project': async () => asIf((await newPerson()).session, { aud: 'demo-other' }),
  expired: async () => asIf((await newPerson()).session, { exp: minutesAgo(1) }),
  'logged out': async () => {
    const { session } = await newPerson();
    expect((await send({ method: 'POST', path: '/api/logout', session })).status).toBe(204);
    return session;
  },
  'of a disabled user': async () => {
    const { session, uid } = await newPerson();
    await accounts.updateUser(uid, { disabled: true });
    return session;
  },
  'of a deleted user': async () => {
    const { session, uid } = await newPerson();
    await accounts.deleteUser(uid);
    return session;
  },
  'older than the password': async () => {
    const { session, uid } = await newPerson();
    await acceptOlderSessions(uid);
    // Firebase counts in seconds, so this session has to be older than the change.
    const older = asIf(session, { auth_time: minutesAgo(1), iat: minutesAgo(1) });
    expect((await send({ path: '/api/user', session: older })).status).toBe(200);
    await accounts.updateUser(uid, { password: 'another-secret' });
    return older;
  },
};

const protectedRows = rows.filter((row) => row.session === 'required');

// Every endpoint checks the session through the same code. Therefore each bad session goes to one endpoint. A few bad
// sessions go to every endpoint, which finds a row that doesn't check.

describe.each(Object.keys(states))('a session that is %s', (state) => {
  test('gets 401 before the body is read', async () => {
    const session = await states[state]!();
    const requests = [{ path: '/api/user' }, { method: 'POST', path: '/api/tasks', body: '{"a' }];
    for (const request of requests) {
      const reply = await send({ ...request, session });
      expectSentence(reply, 401);
      expect(reply.text).toBe('Please sign in.');
      expect(reply.headers['set-cookie'], 'cookies stay as they are').toBeUndefined();
    }
    const logout = await send({ method: 'POST', path: '/api/logout', session });
    expect(logout.status).toBe(204);
    expect(logout.session).toBe('');
  });
});

describe.each(['none', 'garbage', 'logged out'])(
  'protected endpoints, with a session that is %s',
  (state) => {
    test('gets 401, one sentence and nothing else from every protected endpoint', async () => {
      const session = await states[state]!();
      for (const row of protectedRows) {
        const reply = await send({
          ...requestTo(row),
          session,
          ...(row.body && { body: '{"broken' }),
        });
        expectSentence(reply, 401);
        expect(reply.text, row.name).toBe('Please sign in.');
        expect(reply.headers['set-cookie'], 'cookies stay as they are').toBeUndefined();
      }
    });
  },
);

test('a session is one HttpOnly cookie for five days, with a readable hint beside it', async () => {
  const { email, password } = await newPerson();
  const reply = await send({ method: 'POST', path: '/api/login', body: { email, password } });
  const attributes = 'Max-Age=432000; Path=/; Secure; SameSite=Lax';
  expect(reply.headers['set-cookie']).toEqual([
    `__session=${reply.session}; ${attributes}; HttpOnly`,
    expect.stringMatching(new RegExp(`^daymark_signed_in=\\w+; ${attributes}$`)),
  ]);
  const claims = claimsIn(reply.session ?? '') as { exp: number; iat: number };
  expect(claims.exp - claims.iat).toBe(5 * 24 * 60 * 60);
});

test.each([
  { publicUrl: undefined, secure: true },
  { publicUrl: 'https://daymark.test', secure: true },
  { publicUrl: 'http://127.0.0.1:5050', secure: false },
])(
  'with PUBLIC_URL $publicUrl the cookies are Secure: $secure, whatever a header says',
  async ({ publicUrl, secure }) => {
    const { email, password } = await newPerson();
    const { url: to, stop } = await startFunction({ PUBLIC_URL: publicUrl });
    const lie = secure ? 'http' : 'https';
    const headers = {
      'x-forwarded-proto': lie,
      forwarded: `proto=${lie}`,
      origin: `${lie}://${new URL(to).host}`,
    };
    const login = { method: 'POST', path: '/api/login', body: { email, password }, to };
    const { session, ...signedIn } = await send({ ...login, headers });
    const cleared = await Promise.all([
      send({ method: 'POST', path: '/api/logout', session, headers, to }),
      send({ method: 'POST', path: '/api/logout', headers, to }),
    ]);
    for (const { headers: received } of [signedIn, ...cleared]) {
      const cookies = [received['set-cookie']].flat();
      expect(cookies).toHaveLength(2);
      for (const cookie of cookies) expect(/; *Secure(;|$)/.test(cookie ?? '')).toBe(secure);
    }
    await stop();
  },
);

test('a late 401 of an ended session leaves the next session’s cookies alone', async () => {
  const person = await newPerson();
  await send({ method: 'POST', path: '/api/logout', session: person.session });
  const jar = await login(person);
  const late = await send({ path: '/api/user', session: person.session });
  expectSentence(late, 401);
  expect(late.headers['set-cookie']).toBeUndefined();
  expect((await send({ path: '/api/user', session: late.session ?? jar })).status).toBe(200);
});

test('a logout of an ended session leaves a valid session alone', async () => {
  const { session } = await newPerson();
  const path = '/api/logout?ended=true';
  const early = await send({ method: 'POST', path, session });
  expect(early.status).toBe(204);
  expect(early.headers['set-cookie']).toBeUndefined();
  expect((await send({ path: '/api/user', session })).status).toBe(200);
  await send({ method: 'POST', path: '/api/logout', session });
  expect((await send({ method: 'POST', path, session })).session).toBe('');
});

test('the hint beside a session is different for each session', async () => {
  const [one, other] = [await newPerson(), await newPerson()];
  const hints = await Promise.all(
    [one, other].map(async ({ email, password }) => {
      const body = { email, password };
      const reply = await send({ method: 'POST', path: '/api/login', body });
      return /^daymark_signed_in=(\w+);/.exec(reply.headers['set-cookie']?.[1] ?? '')?.[1];
    }),
  );
  expect(new Set(hints).size).toBe(2);
  expect(hints).not.toContain(undefined);
});

test('logout clears both cookies', async () => {
  const { session } = await newPerson();
  const reply = await send({ method: 'POST', path: '/api/logout', session });
  const attributes = 'Max-Age=0; Path=/; Secure; SameSite=Lax';
  expect(reply.headers['set-cookie']).toEqual([
    `__session=; ${attributes}; HttpOnly`,
    `daymark_signed_in=; ${attributes}`,
  ]);
});

test('logout ends only this session of the person, on the server', async () => {
  const person = await newPerson();
  // A second device, signed in a minute ago, so that the two cookies differ.
  const other = asIf(await login(person), { iat: minutesAgo(1) });
  const logout = await send({ method: 'POST', path: '/api/logout', session: person.session });
  expect(logout.status).toBe(204);
  expectSentence(await send({ path: '/api/user', session: person.session }), 401);
  expect((await send({ path: '/api/user', session: other })).status).toBe(200);
});

test('logout can be repeated, and needs no session', async () => {
  const { session } = await newPerson();
  for (const cookie of [session, session, undefined])
    expect((await send({ method: 'POST', path: '/api/logout', session: cookie })).status).toBe(204);
});

test('a genuine session reaches every protected endpoint', async () => {
  let { session } = await confirmedPerson();
  for (const row of protectedRows) {
    const { status, session: renewed } = await send({ ...requestTo(row), session });
    session = renewed || session;
    // The records that these requests change or delete may not exist. No Google account is connected, and Google never
    // issued the token. The requests carry no fresh sign-in that confirms the person.
    const ofGoogle = row.path.startsWith('/api/calendar/') ? [403, 409] : [404];
    const unconfirmed = row.confirms ? [403] : [];
    expect([row.status, ...ofGoogle, ...unconfirmed], row.name).toContain(status);
  }
});

test('a tab that still shows another person is refused and ends no session', async () => {
  const [here, before] = [await newPerson(), await newPerson()];
  const as = (person: Person) =>
    send({
      method: 'POST',
      path: '/api/tasks',
      body: { title: 'Whose?' },
      session: here.session,
      headers: { 'daymark-user': String(person.userId) },
    });
  const refused = await as(before);
  expectSentence(refused, 401);
  expect(refused.session).toBeUndefined();
  expect((await as(here)).status).toBe(201);
});
