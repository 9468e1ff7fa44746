import type { OwnerRef } from '../owner';
import type { Ports } from '../ports';
import type { Grant } from './google';
import { ConnectionChanged, GoogleError, orGoogleError } from './googleError';

/** An access token is refreshed if it expires sooner than this, in ms. */
const REFRESH_AHEAD_MS = 5 * 60 * 1000;

/** At most this many attempts. When several refreshes run at once, each round lets one of them write. */
const REFRESH_ATTEMPTS = 5;

/** A token that revokes its whole grant, and the grant's account at Google (null if unknown). */
export interface EndingToken {
  token: string;
  account: string | null;
}

interface Tokens extends Pick<Grant, 'accessToken' | 'refreshToken'> {
  /**
   * Grants that aren't used and are revoked when the connection ends. Each may belong to the connection's Google
   * account or to another one.
   */
  unused: readonly EndingToken[];
}

/** Returns the tokens of a connection in their stored form. A grant from the legacy call may have no refresh token. */
export function sealGrant(
  owner: string,
  connectionId: string,
  { accessToken, refreshToken, expiresAt, unused }: Tokens & Pick<Grant, 'expiresAt'>,
  { tokenSeal }: Ports,
) {
  return {
    connectionId,
    sealed: tokenSeal.close(JSON.stringify({ accessToken, refreshToken, unused }), owner),
    expiresAt,
  };
}

/** Returns the tokens in a sealed grant, or undefined if they can't be decrypted. */
export function tokensIn(sealed: string, owner: string, { tokenSeal }: Ports): Tokens | undefined {
  const json = tokenSeal.open(sealed, owner);
  return json === undefined ? undefined : (JSON.parse(json) as Tokens);
}

/** One connection of a person. Data that was read with its tokens belongs to this connection only. */
export interface ConnectionRef {
  owner: OwnerRef;
  id: string;
}

/**
 * Calls Google with a valid access token. The token is refreshed before it expires. If Google rejects the token anyway,
 * the token is refreshed and `work` runs once more.
 * @throws GoogleError `expired` if the person has to connect again. The connection is also marked as expired, unless
 * Google has just refreshed the access token and rejects the new token as well.
 * @throws ConnectionChanged if the person has disconnected or connected again.
 */
export async function withAccess<T>(
  connection: ConnectionRef,
  ports: Ports,
  work: (accessToken: string) => Promise<T>,
): Promise<T> {
  const accessToken = await accessTokenOf(connection, ports);
  try {
    return await work(accessToken);
  } catch (error) {
    if (!isExpired(error)) throw error;
    return work(await accessTokenOf(connection, ports, accessToken));
  }
}

const isExpired = (error: unknown) => error instanceof GoogleError && error.code === 'expired';

/** This process's running refreshes, by connection. Requests that need the same refresh wait for it. */
const refreshesByConnection = new Map<string, Promise<string>>();

/**
 * Returns a valid access token, refreshed if necessary.
 * @param rejected an access token that Google rejected before the end of its lifetime
 */
async function accessTokenOf(
  connection: ConnectionRef,
  ports: Ports,
  rejected?: string,
): Promise<string> {
  const { tokens, isFresh } = await readTokens(connection, ports, rejected);
  if (isFresh) return tokens.accessToken;
  const running = refreshesByConnection.get(connection.id);
  if (running) return running;
  const refreshing = refresh(connection, ports, rejected).finally(() =>
    refreshesByConnection.delete(connection.id),
  );
  refreshesByConnection.set(connection.id, refreshing);
  return refreshing;
}

/** Returns the stored tokens. `isUsable`: not expired and not rejected. `isFresh`: usable, and no refresh is due. */
async function readTokens(
  { owner, id }: ConnectionRef,
  ports: Ports,
  rejected: string | undefined,
) {
  const stored = await ports.stores.googleConnections.grant(owner);
  if (stored?.grant.connectionId !== id) throw new ConnectionChanged();
  const { grant } = stored;
  const tokens = tokensIn(grant.sealed, owner.uid, ports);
  if (!tokens) {
    // The tokens can't be decrypted, for example because the key was removed. The person has to connect again.
    const error = new GoogleError('expired');
    await ports.stores.googleConnections.expire(owner, error.calendarError, stored);
    throw error;
  }
  const leftMs = grant.expiresAt - ports.now().getTime();
  const isUsable = tokens.accessToken !== rejected && leftMs > 0;
  return { tokens, stored, isUsable, isFresh: isUsable && leftMs > REFRESH_AHEAD_MS };
}

/**
 * Refreshes the access token. Reads the tokens first, because another refresh may just have ended. If the tokens change
 * during the call to Google, nothing is written and the refresh starts again.
 */
async function refresh(
  connection: ConnectionRef,
  ports: Ports,
  rejected?: string,
): Promise<string> {
  const { google, stores } = ports;
  const { owner, id } = connection;
  for (let attempt = 1; attempt <= REFRESH_ATTEMPTS; attempt++) {
    const { tokens, stored, isUsable, isFresh } = await readTokens(connection, ports, rejected);
    if (isFresh) return tokens.accessToken;
    const { refreshToken, unused } = tokens;
    const refreshed =
      refreshToken === undefined
        ? new GoogleError('expired')
        : await orGoogleError(google.refresh(refreshToken));
    if (refreshed instanceof GoogleError) {
      if (refreshed.code !== 'expired') {
        if (isUsable) return tokens.accessToken;
        throw refreshed;
      }
      if (await stores.googleConnections.expire(owner, refreshed.calendarError, stored))
        throw refreshed;
      continue; // Another request has replaced the tokens in the meantime.
    }
    // Google's response usually has no refresh token.
    const next = { ...refreshed, refreshToken: refreshed.refreshToken ?? refreshToken, unused };
    const grant = sealGrant(owner.uid, id, next, ports);
    if (await stores.googleConnections.replaceGrant(owner, grant, stored))
      return refreshed.accessToken;
  }
  throw new GoogleError('other');
}
