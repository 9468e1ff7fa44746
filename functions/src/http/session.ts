import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SIGNED_IN_HINT } from '@daymark/contract/signedInHint';
import type { Browser } from '../handler';
import { userIdOf, type Owner } from '../owner';
import type { Ports } from '../ports';
import { claimedUid } from './claimedUid';
import { Failure } from './failure';

/** How long a session lasts, in seconds. */
const SESSION_SECONDS = 5 * 24 * 60 * 60;

/** Hosting forwards no cookie of another name. */
const SESSION_COOKIE = '__session';

const CLEARED = cookies('', '', 0);

const signIn = (headers = {}) => new Failure(401, 'Please sign in.', headers);

/**
 * Whose session the request carries.
 * @throws Failure 401 without a session that is genuine, unexpired, unrevoked, not logged out, and
 * of an account that is there and enabled. An unreachable dependency is not the cookie's fault.
 */
export async function ownerOf(request: IncomingMessage, ports: Ports): Promise<Owner> {
  const cookie = sessionCookieIn(request);
  if (cookie === undefined) throw signIn();
  const uid = claimedUid(cookie);
  if (uid === undefined) throw signIn({ 'Set-Cookie': CLEARED });
  // The claimed uid only says where to look; nothing read there counts unless the cookie verifies.
  const [session, ended] = await Promise.all([
    ports.identity.verifySessionCookie(cookie),
    ports.stores.endedSessions.has(uid, fingerprint(cookie)),
  ]);
  if (session?.uid !== uid || ended) throw signIn({ 'Set-Cookie': CLEARED });
  const owner = { uid, userId: userIdOf(uid) };
  // The tabs of a browser share its cookie: one that still shows somebody else must not write into this account.
  const meant = request.headers['daymark-user'];
  if (meant !== undefined && meant !== String(owner.userId))
    throw new Failure(401, 'Somebody else is signed in by now.');
  return owner;
}

/** The same, but undefined where `ownerOf` would ask for a sign-in. */
export async function ownerIfAny(
  request: IncomingMessage,
  ports: Ports,
): Promise<Owner | undefined> {
  try {
    return await ownerOf(request, ports);
  } catch (error) {
    if (error instanceof Failure && error.status === 401) return undefined;
    throw error;
  }
}

/** What the request says of the browser it comes from. */
export function browserOf(request: IncomingMessage): Browser {
  const cookie = sessionCookieIn(request);
  const { host, 'x-forwarded-host': forwarded } = request.headers;
  return {
    session: cookie && fingerprint(cookie),
    // Behind Hosting, Host is the function's own.
    host: [forwarded].flat()[0]?.split(',')[0]?.trim() || host,
  };
}

/** Exchanges a fresh ID token for a session; answers the `Set-Cookie` values that carry it. */
export async function startSession(idToken: string, { identity }: Ports): Promise<string[]> {
  return cookies(
    await identity.createSessionCookie(idToken, SESSION_SECONDS),
    '1',
    SESSION_SECONDS,
  );
}

/**
 * Ends the one session the request carries, on the server too: the person's other devices stay
 * signed in. Answers the `Set-Cookie` values that clear it; repeatable, and fine without a session.
 */
export async function endSession(request: IncomingMessage, ports: Ports): Promise<string[]> {
  const cookie = sessionCookieIn(request);
  if (cookie === undefined) return CLEARED;
  const session = await ports.identity.verifySessionCookie(cookie);
  // Only a genuine cookie is worth a record, or anyone could fill anyone's list.
  if (session)
    await ports.stores.endedSessions.add(session.uid, fingerprint(cookie), session.expiresAt);
  return CLEARED;
}

function cookies(session: string, hint: string, maxAge: number): string[] {
  const shared = `Max-Age=${maxAge}; Path=/; Secure; SameSite=Lax`;
  return [
    `${SESSION_COOKIE}=${session}; ${shared}; HttpOnly`,
    `${SIGNED_IN_HINT}=${hint}; ${shared}`,
  ];
}

function sessionCookieIn({ headers }: IncomingMessage): string | undefined {
  return /(?:^|;)\s*__session=([^;]*)/.exec(headers.cookie ?? '')?.[1]?.trim() || undefined;
}

const fingerprint = (cookie: string) => createHash('sha256').update(cookie).digest('hex');
