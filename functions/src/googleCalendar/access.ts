import type { OwnerRef } from '../owner';
import type { Ports } from '../ports';
import type { Grant } from './google';
import { GoogleError, notConnected } from './googleError';

/** An access token is refreshed when it expires sooner than this. */
const REFRESH_AHEAD_MS = 5 * 60 * 1000;

/** When several refreshes run at once, each round lets one of them write. */
const REFRESH_ATTEMPTS = 5;

/** Both tokens. A person who connected the legacy way may have no refresh token. */
type Tokens = Pick<Grant, 'accessToken' | 'refreshToken'>;

/** A grant in the form in which it is stored. */
export function sealGrant(
  owner: string,
  { accessToken, refreshToken, expiresAt }: Tokens & Pick<Grant, 'expiresAt'>,
  { tokenSeal }: Ports,
) {
  return {
    sealed: tokenSeal.close(JSON.stringify({ accessToken, refreshToken }), owner),
    expiresAt,
  };
}

/** The tokens in a sealed grant; undefined when the seal cannot be opened any more. */
export function tokensIn(sealed: string, owner: string, { tokenSeal }: Ports): Tokens | undefined {
  const json = tokenSeal.open(sealed, owner);
  return json === undefined ? undefined : (JSON.parse(json) as Tokens);
}

/**
 * Calls Google with a valid access token. The token is refreshed before it expires; when Google rejects it anyway, it
 * is refreshed and `work` runs once more.
 * @throws GoogleError `expired` when the person has to connect again; the connection is then marked as expired.
 */
export async function withAccess<T>(
  owner: OwnerRef,
  ports: Ports,
  work: (accessToken: string) => Promise<T>,
): Promise<T> {
  const accessToken = await accessTokenOf(owner, ports);
  try {
    return await work(accessToken);
  } catch (error) {
    if (!isExpired(error)) throw error;
    return work(await accessTokenOf(owner, ports, accessToken));
  }
}

const isExpired = (error: unknown) => error instanceof GoogleError && error.code === 'expired';

/** This process's running refreshes, by uid. Requests that need the same one wait for it. */
const refreshesByUid = new Map<string, Promise<string>>();

/** @param rejected an access token that Google rejected before the end of its lifetime */
async function accessTokenOf(owner: OwnerRef, ports: Ports, rejected?: string): Promise<string> {
  const { tokens, isFresh } = await readTokens(owner, ports, rejected);
  if (isFresh) return tokens.accessToken;
  const running = refreshesByUid.get(owner.uid);
  if (running) return running;
  const refreshing = refresh(owner, ports, rejected).finally(() =>
    refreshesByUid.delete(owner.uid),
  );
  refreshesByUid.set(owner.uid, refreshing);
  return refreshing;
}

/** The stored tokens. `isUsable`: not expired and not rejected; `isFresh`: no refresh is due either. */
async function readTokens(owner: OwnerRef, ports: Ports, rejected: string | undefined) {
  const stored = await ports.stores.googleConnections.grant(owner);
  if (!stored) throw notConnected();
  const { grant, version } = stored;
  const tokens = tokensIn(grant.sealed, owner.uid, ports);
  if (!tokens) {
    // The key of the seal is gone. Connecting again helps.
    const error = new GoogleError('expired');
    await ports.stores.googleConnections.expire(owner, error.calendarError, version);
    throw error;
  }
  const leftMs = grant.expiresAt - ports.now().getTime();
  const isUsable = tokens.accessToken !== rejected && leftMs > 0;
  return { tokens, version, isUsable, isFresh: isUsable && leftMs > REFRESH_AHEAD_MS };
}

/** Reads the tokens again first: another refresh may just have ended. Its own write fails if they changed meanwhile. */
async function refresh(owner: OwnerRef, ports: Ports, rejected?: string): Promise<string> {
  const { google, stores } = ports;
  for (let attempt = 1; attempt <= REFRESH_ATTEMPTS; attempt++) {
    const { tokens, version, isUsable, isFresh } = await readTokens(owner, ports, rejected);
    if (isFresh) return tokens.accessToken;
    const refreshed = await refreshTokens(tokens);
    if (refreshed instanceof GoogleError) {
      if (refreshed.code !== 'expired') {
        if (isUsable) return tokens.accessToken;
        throw refreshed;
      }
      if (await stores.googleConnections.expire(owner, refreshed.calendarError, version))
        throw refreshed;
      continue; // The person has connected again meanwhile.
    }
    const grant = sealGrant(owner.uid, refreshed, ports);
    if (await stores.googleConnections.replaceGrant(owner, grant, version))
      return refreshed.accessToken;
  }
  throw new GoogleError('other');

  async function refreshTokens({ refreshToken }: Tokens) {
    if (refreshToken === undefined) return new GoogleError('expired');
    try {
      const grant = await google.refresh(refreshToken);
      // Google's answer leaves the refresh token out.
      return { ...grant, refreshToken: grant.refreshToken ?? refreshToken };
    } catch (error) {
      if (error instanceof GoogleError) return error;
      throw error;
    }
  }
}
