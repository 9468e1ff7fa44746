import type { OwnerRef } from '../owner';
import type { Ports } from '../ports';
import type { Grant } from './google';
import { ConnectionChanged, GoogleError, orGoogleError } from './googleError';

/** An access token is refreshed when it expires sooner than this. */
const REFRESH_AHEAD_MS = 5 * 60 * 1000;

/** When several refreshes run at once, each round lets one of them write. */
const REFRESH_ATTEMPTS = 5;

/** A token that ends its whole grant, and the grant's account at Google; null while that is unknown. */
export interface EndingToken {
  token: string;
  account: string | null;
}

interface Tokens extends Pick<Grant, 'accessToken' | 'refreshToken'> {
  /** Grants that are not used and end with the connection. Each may be of the same account as this one, or of another. */
  unused: readonly EndingToken[];
}

/** The tokens of a connection in the form in which they are stored. A person who connected the legacy way may have no refresh token. */
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

/** The tokens in a sealed grant; undefined when the seal cannot be opened any more. */
export function tokensIn(sealed: string, owner: string, { tokenSeal }: Ports): Tokens | undefined {
  const json = tokenSeal.open(sealed, owner);
  return json === undefined ? undefined : (JSON.parse(json) as Tokens);
}

/** One connection of a person: what is read with its tokens belongs to it alone. */
export interface ConnectionRef {
  owner: OwnerRef;
  id: string;
}

/**
 * Calls Google with a valid access token. The token is refreshed before it expires; when Google rejects it anyway, it
 * is refreshed and `work` runs once more.
 * @throws GoogleError `expired` when the person has to connect again; the connection is then marked as expired.
 * @throws ConnectionChanged when the person has disconnected, or connected again.
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

/** This process's running refreshes, by connection. Requests that need the same one wait for it. */
const refreshesByConnection = new Map<string, Promise<string>>();

/** @param rejected an access token that Google rejected before the end of its lifetime */
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

/** The stored tokens. `isUsable`: not expired and not rejected; `isFresh`: no refresh is due either. */
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
    // The key of the seal is gone. Connecting again helps.
    const error = new GoogleError('expired');
    await ports.stores.googleConnections.expire(owner, error.calendarError, stored);
    throw error;
  }
  const leftMs = grant.expiresAt - ports.now().getTime();
  const isUsable = tokens.accessToken !== rejected && leftMs > 0;
  return { tokens, stored, isUsable, isFresh: isUsable && leftMs > REFRESH_AHEAD_MS };
}

/** Reads the tokens again first: another refresh may just have ended. Its own write fails if they changed meanwhile. */
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
      continue; // Another request has replaced the tokens meanwhile.
    }
    // Google's answer leaves the refresh token out.
    const next = { ...refreshed, refreshToken: refreshed.refreshToken ?? refreshToken, unused };
    const grant = sealGrant(owner.uid, id, next, ports);
    if (await stores.googleConnections.replaceGrant(owner, grant, stored))
      return refreshed.accessToken;
  }
  throw new GoogleError('other');
}
