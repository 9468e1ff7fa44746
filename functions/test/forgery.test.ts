import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unsigned } from './tokens';
import { requestTo, rows } from './rows';
import { send } from './send';
import { expectSentence } from './expectSentence';
import { startFunction, type RunningFunction } from './startFunction';
import { PROJECT, sign, startGoogle } from './startGoogle';

// The Auth emulator accepts unsigned tokens. Therefore this function runs without the emulator. Signatures are checked
// as in production, against the public keys of a stand-in for Google.

const UID = 'forgeryTarget';
let google: Awaited<ReturnType<typeof startGoogle>>;
let running: RunningFunction;

beforeAll(async () => {
  google = await startGoogle();
  google.accounts.set(UID, {});
  running = await startFunction(google.env);
});
afterAll(async () => {
  await running.stop();
  google.stop();
});

const now = Math.floor(Date.now() / 1000);
const token = {
  aud: PROJECT,
  sub: UID,
  iat: now - 60,
  auth_time: now - 60,
  exp: now + 3600,
  email: 'target@example.com',
  email_verified: true,
  firebase: { sign_in_provider: 'google.com' },
};
const SESSION_ISSUER = `https://session.firebase.google.com/${PROJECT}`;
const ID_TOKEN_ISSUER = `https://securetoken.google.com/${PROJECT}`;

/** Returns forged tokens of this issuer, each genuine except for one thing. */
const forgeries = (iss: string): Record<string, string> => {
  const claims = { ...token, iss };
  const [header, , signature] = sign(claims).split('.');
  const payload = Buffer.from(JSON.stringify({ ...claims, sub: 'somebodyElse' }));
  return {
    'alg none': unsigned(claims),
    'alg none under the known key’s id': sign(claims, { header: { alg: 'none' } }),
    'RS256 by another key under the known id': sign(claims, { key: 'foreign' }),
    'an unknown key’s id': sign(claims, { key: 'foreign', header: { kid: 'unknown' } }),
    'the name of a property of every object as its key’s id': sign(claims, {
      header: { kid: 'constructor' },
    }),
    'no key id': sign(claims, { header: { kid: undefined } }),
    'HS256 with the public key as its secret': sign(claims, {
      key: 'public',
      header: { alg: 'HS256' },
    }),
    'RS256 with an HMAC as its signature': sign(claims, { key: 'public' }),
    'another payload under a genuine signature': `${header}.${payload.toString('base64url')}.${signature}`,
    'the signature left out': sign(claims).replace(/[^.]+$/, ''),
    'a wrong audience': sign({ ...claims, aud: 'another-project' }),
    'a wrong issuer': sign({
      ...claims,
      iss: 'https://session.firebase.google.com/another-project',
    }),
    'the other kind of token’s issuer': sign({
      ...claims,
      iss: iss === SESSION_ISSUER ? ID_TOKEN_ISSUER : SESSION_ISSUER,
    }),
    'an expired token, properly signed': sign({ ...claims, exp: now - 1 }),
    'an account that does not exist': sign({ ...claims, sub: 'nobodyAtAll' }),
    'no subject': sign({ ...claims, sub: undefined }),
  };
};

const listTasks = (session: string) => send({ path: '/api/tasks', session, to: running.url });
const session = sign({ ...token, iss: SESSION_ISSUER });

test('a session that Google’s key signed is accepted', async () => {
  const reply = await listTasks(session);
  expect(reply.text).toBe('[]');
  expect(reply.status).toBe(200);
});

test('logout ends a session in every spelling of its signature', async () => {
  const session = sign({ ...token, iss: SESSION_ISSUER, jti: 'spelling' });
  // The last character holds two bits of the signature and four unused bits.
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const meant = ALPHABET.indexOf(session.at(-1) ?? '') & 0b110000;
  const spellings = Array.from(
    { length: 16 },
    (_, unused) => session.slice(0, -1) + ALPHABET.charAt(meant | unused),
  );
  expect(spellings).toContain(session);
  const statuses = () =>
    Promise.all(
      spellings.map(
        async (spelling) =>
          (await send({ path: '/api/tasks', session: spelling, to: running.url })).status,
      ),
    );
  expect(new Set(await statuses())).toEqual(new Set([200]));
  const logout = { method: 'POST', path: '/api/logout', session, to: running.url };
  expect((await send(logout)).status).toBe(204);
  expect(new Set(await statuses())).toEqual(new Set([401]));
});

describe('a forged session', () => {
  test.each(Object.entries(forgeries(SESSION_ISSUER)))(
    'with %s is refused',
    async (_what, forged) => {
      const reply = await listTasks(forged);
      expectSentence(reply, 401);
      expect(reply.session).toBeUndefined();
    },
  );

  test('is refused by every protected endpoint', async () => {
    const forged = sign({ ...token, iss: SESSION_ISSUER }, { key: 'foreign' });
    for (const row of rows.filter((row) => row.session === 'required'))
      expectSentence(await send({ ...requestTo(row), session: forged, to: running.url }), 401);
  });
});

describe('a forged ID token', () => {
  test.each(Object.entries(forgeries(ID_TOKEN_ISSUER)))(
    'with %s starts no session',
    async (_what, forged) => {
      for (const row of rows.filter((row) => row.session === 'starts')) {
        const headers = { authorization: `Bearer ${forged}` };
        const body = { email: token.email, firebaseUid: UID, username: 'target' };
        const reply = await send({ ...requestTo(row), body, headers, to: running.url });
        expectSentence(reply, 401);
        expect(reply.session).toBeUndefined();
      }
    },
  );
});

test('a session of a disabled account, or from before its password changed, is refused', async () => {
  for (const account of [{ disabled: true }, { validSince: String(now - 30) }]) {
    google.accounts.set(UID, account);
    expectSentence(await listTasks(session), 401);
  }
  google.accounts.set(UID, {});
  expect((await listTasks(session)).status).toBe(200);
});

test('an unreachable Google gives 503 and ends no session', async () => {
  google.state.areAccountsUp = false;
  const unreachable = await listTasks(session);
  google.state.areAccountsUp = true;

  google.state.arePublicKeysUp = false;
  const fresh = await startFunction(google.env); // The key cache of this function is empty.
  const keyless = await send({ path: '/api/tasks', session, to: fresh.url });
  google.state.arePublicKeysUp = true;
  await fresh.stop();

  for (const reply of [unreachable, keyless]) {
    expect(reply.status, reply.text).toBe(503);
    expect(reply.text).toBe('Daymark can’t be reached right now. Please try again in a moment.');
    expect(reply.session).toBeUndefined();
  }
});
