import { HOUR_MS } from '@daymark/contract/time/units';
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { API_TOKEN_PREFIX } from '@daymark/contract/apiToken';
import type { Endpoint } from '@daymark/contract/calls/endpoint';
import { readApiToken } from '../../apiTokenText';
import { hasEnded, userIdOf, type Caller } from '../../owner';
import type { LookUp } from '../../handler';
import type { Ports } from '../../ports';
import { Failure } from '../failure';
import { countRequest } from '../limits/requestRate';

/**
 * Shortest time between two records of a token's last use, in ms. Recording every use would cost one write per request.
 */
const NOTE_USE_MS = HOUR_MS;

/**
 * Returns the same failure for every invalid token. Someone who found a token must not learn whether it expired or was
 * revoked.
 */
const invalidToken = () =>
  new Failure(401, 'This API token is not valid. It may have expired or been revoked.', {
    'WWW-Authenticate': 'Bearer error="invalid_token"',
  });

const insufficientScope = (sentence: string) =>
  new Failure(403, sentence, { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' });

/**
 * Returns the API token that a request carries as `Authorization: Bearer daymark_…`, valid or not, or undefined if the
 * request carries none. The ID token of a sign-in doesn't count. A token in the address is ignored, because addresses
 * are stored in histories and logs.
 */
export function apiTokenIn({ headers }: IncomingMessage): string | undefined {
  const [, given] = /^Bearer\s+(.*)$/is.exec(headers.authorization ?? '') ?? [];
  return given?.startsWith(API_TOKEN_PREFIX) ? given : undefined;
}

/**
 * Returns the owner of an API token that may make this call.
 * @throws Failure 403 if no API token may make the call, or if the token can only read and the call writes. 401 unless
 * the token is genuine, not expired and not revoked, and its account exists and is enabled. 401 as well if the
 * account's sign-ins were ended and the token was not kept (`ApiTokens.keep`).
 */
export async function tokenOwner(
  token: string,
  row: Endpoint,
  lookUp: LookUp,
  ports: Ports,
): Promise<Caller> {
  if (!row.token) throw insufficientScope('API tokens can’t be used for this.');
  const named = readApiToken(token);
  if (!named) throw invalidToken();
  countRequest(named.hash, ports);
  const { stores, identity, now } = ports;
  const { uid, id } = named;
  const stored = await lookUp(async () => {
    const found = await stores.apiTokens.get({ uid }, id);
    const isGenuine = found && timingSafeEqual(Buffer.from(found.hash), Buffer.from(named.hash));
    return isGenuine ? found : undefined;
  });
  const moment = now();
  if (!stored || Date.parse(stored.expiresAt) <= moment.getTime()) throw invalidToken();
  // Ask Firebase last. Anyone can write a well-formed token, and Firebase limits how often it is asked.
  const signInsValidFrom = await identity.signInsValidFrom(uid);
  if (signInsValidFrom === undefined || hasEnded(stored, { signInsValidFrom }))
    throw invalidToken();
  if (row.token === 'write' && stored.scope !== 'write')
    throw insufficientScope('This API token can read, but not change anything.');
  const lastUse = stored.lastUsedAt === null ? 0 : Date.parse(stored.lastUsedAt);
  if (moment.getTime() - lastUse >= NOTE_USE_MS)
    // Ignore a failed write. A list of tokens that is a little out of date is no reason to fail the request.
    await stores.apiTokens.recordUse({ uid }, id, moment.toISOString()).catch(() => undefined);
  return { uid, userId: userIdOf(uid), signInsValidFrom };
}
