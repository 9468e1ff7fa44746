import { HOUR_MS } from '@daymark/contract/time/units';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SIGNED_IN_HINT } from '@daymark/contract/signedInHint';
import type { Browser, EndOptions, SessionOptions } from '../../handler';
import { userIdOf, type Caller } from '../../owner';
import type { Ports } from '../../ports';
import { claimedUid } from './claimedUid';
import { clientAddress } from '../limits/clientAddress';
import { Failure } from '../failure';
import { findSession, isKnownSession, updateKeptSession, type FoundSession } from './keptSessions';
import { countRequest, lookUpFor } from '../limits/requestRate';
import { apiTokenIn } from './tokenOwner';

/** How old the recorded last use of a session may be, in ms. Recording a use costs a write. */
const USE_RECORDED_MS = 6 * HOUR_MS;

/** At most this many characters of a `User-Agent` are stored. */
const USER_AGENT_MAX = 300;

/** How long a session lasts, in seconds. */
const SESSION_SECONDS = 5 * 24 * 60 * 60;

/**
 * Length of the value of the hint cookie, in characters. With this length, two sessions of a browser have different
 * hints.
 */
const HINT_LENGTH = 8;

/** Hosting forwards only the cookie with this name. */
const SESSION_COOKIE = '__session';

/**
 * Returns the failure for a request without a valid session. The failure doesn't clear the cookies, because by the time
 * it arrives they may belong to the next session.
 */
const notSignedIn = () => new Failure(401, 'Please sign in.');

/**
 * Returns the owner of the session that the request carries.
 * @throws Failure 401 unless the session is genuine, not expired, not revoked and not logged out, and its account
 * exists and is enabled. 401 as well if the request names another account. Another error if a dependency can't be
 * reached, because the cookie may be valid.
 */
export async function ownerOf(request: IncomingMessage, ports: Ports): Promise<Caller> {
  const cookie = sessionCookieIn(request);
  if (cookie === undefined) throw notSignedIn();
  const uid = claimedUid(cookie);
  if (uid === undefined) throw notSignedIn();
  countRequest(fingerprint(cookie), ports);
  const find = () => findSession(uid, fingerprint(cookie), cookie, ports);
  // A session that this instance has verified is not limited by the guesses of others at its address.
  const isKnown = isKnownSession(fingerprint(cookie));
  const found = await (isKnown ? find() : lookUpFor(clientAddress(request), ports)(find));
  if (!found || found.stored?.endedAt !== undefined) throw notSignedIn();
  const { signInsValidFrom } = found.session;
  const owner = { uid, userId: userIdOf(uid), signInsValidFrom };
  // All tabs of a browser share its cookie. A tab that still shows another person must not write into this account.
  const expectedUser = request.headers['daymark-user'];
  if (expectedUser !== undefined && expectedUser !== String(owner.userId))
    throw new Failure(401, 'Someone else is signed in now.');
  await recordUse(fingerprint(cookie), found, request, ports);
  return owner;
}

/** Records that a session is used, at most once in six hours. A session without a record gets one. */
async function recordUse(
  id: string,
  { session: { uid, startedAt, expiresAt }, stored }: FoundSession,
  request: IncomingMessage,
  { stores, now }: Ports,
): Promise<void> {
  const lastUsedAt = now().toISOString();
  if (stored && Date.parse(lastUsedAt) - Date.parse(stored.lastUsedAt) < USE_RECORDED_MS) return;
  const fields = stored
    ? { lastUsedAt }
    : { startedAt: startedAt.toISOString(), lastUsedAt, expiresAt, ...deviceOf(request) };
  // Ignore a failed write. A list of devices that is a little out of date is no reason to fail the request.
  await stores.sessions.record(uid, id, fields).catch(() => undefined);
  updateKeptSession(id, fields);
}

/** Returns the data that is stored about the browser that a request comes from. */
function deviceOf({ headers }: IncomingMessage, timeZone: string | null = null) {
  const userAgent = headers['user-agent']?.slice(0, USER_AGENT_MAX).toWellFormed() ?? null;
  return { userAgent, timeZone };
}

/** Returns the owner like `ownerOf`, but undefined where `ownerOf` throws 401. */
export async function ownerIfAny(
  request: IncomingMessage,
  ports: Ports,
): Promise<Caller | undefined> {
  try {
    return await ownerOf(request, ports);
  } catch (error) {
    if (error instanceof Failure && error.status === 401) return undefined;
    throw error;
  }
}

/** Returns the browser that the request comes from, as far as the request describes it. */
export function browserOf(request: IncomingMessage): Browser {
  const cookie = apiTokenIn(request) === undefined ? sessionCookieIn(request) : undefined;
  const { host, 'x-forwarded-host': forwarded } = request.headers;
  return {
    session: cookie && fingerprint(cookie),
    // Behind Hosting, Host is the function's own.
    host: [forwarded].flat()[0]?.split(',')[0]?.trim() || host,
  };
}

/** Starts a session with a fresh ID token. Returns its fingerprint and the `Set-Cookie` values of its cookies. */
export async function startSession(
  idToken: string,
  request: IncomingMessage,
  ports: Ports,
  { seconds = SESSION_SECONDS, timeZone = null }: SessionOptions = {},
): Promise<{ session: string; setCookies: string[] }> {
  const cookie = await ports.identity.createSessionCookie(idToken, seconds);
  const session = fingerprint(cookie);
  const uid = claimedUid(cookie);
  const moment = ports.now();
  if (uid !== undefined)
    await ports.stores.sessions.record(uid, session, {
      startedAt: moment.toISOString(),
      lastUsedAt: moment.toISOString(),
      expiresAt: new Date(moment.getTime() + seconds * 1000),
      ...deviceOf(request, timeZone),
    });
  const hint = session.slice(0, HINT_LENGTH);
  return { session, setCookies: cookies(cookie, hint, seconds, ports) };
}

/**
 * Ends the session that the request carries, on the server as well. The person's other devices stay signed in. Returns
 * the `Set-Cookie` values that clear the cookies. With `onlyIfEnded`, a session that is still valid is not ended, and
 * no values are returned. Can be repeated, and works without a session.
 */
export async function endSession(
  request: IncomingMessage,
  ports: Ports,
  { onlyIfEnded = false }: EndOptions = {},
): Promise<string[]> {
  if (onlyIfEnded && (await ownerIfAny(request, ports))) return [];
  const cookie = sessionCookieIn(request);
  if (cookie === undefined) return clearedCookies(ports);
  const session = await ports.identity.verifySessionCookie(cookie);
  // Record the end only for a genuine cookie. Otherwise anyone could add records to another person's sessions.
  if (session) {
    const { uid, expiresAt } = session;
    await ports.stores.sessions.end(uid, fingerprint(cookie), expiresAt, ports.now().toISOString());
    await ports.identity.recordSessionEnd(uid);
  }
  return clearedCookies(ports);
}

const clearedCookies = (ports: Ports) => cookies('', '', 0, ports);

function cookies(
  session: string,
  hint: string,
  maxAge: number,
  { publicUrl }: Pick<Ports, 'publicUrl'>,
): string[] {
  // WebKit drops a `Secure` cookie that comes over plain http, even from this machine.
  const secure = publicUrl?.startsWith('http://') ? '' : ' Secure;';
  const shared = `Max-Age=${maxAge}; Path=/;${secure} SameSite=Lax`;
  return [
    `${SESSION_COOKIE}=${session}; ${shared}; HttpOnly`,
    `${SIGNED_IN_HINT}=${hint}; ${shared}`,
  ];
}

function sessionCookieIn({ headers }: IncomingMessage): string | undefined {
  return /(?:^|;)\s*__session=([^;]*)/.exec(headers.cookie ?? '')?.[1]?.trim() || undefined;
}

/**
 * Returns the hash that identifies a session. The hash covers only the signed part of the cookie, because the signature
 * itself can be written in several ways that are all valid.
 */
function fingerprint(cookie: string): string {
  const signed = cookie.slice(0, cookie.lastIndexOf('.'));
  return createHash('sha256').update(signed).digest('hex');
}
