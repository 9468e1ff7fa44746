import type { OwnerRef } from '../owner';
import type { Ports } from '../ports';
import { CalendarFailure, notConnected } from './calendarFailure';
import type { Grant } from './google';

/** How long before its end an access token is refreshed, in ms. */
const AHEAD = 5 * 60 * 1000;

/** Of refreshes that overtake each other, each round lets one through. */
const ATTEMPTS = 5;

/** Both tokens; a person who connected the legacy way may have no refresh token. */
type Tokens = Pick<Grant, 'accessToken' | 'refreshToken'>;

/** A grant as it is kept. */
export function sealedGrant(
  owner: string,
  { accessToken, refreshToken, expiresAt }: Tokens & Pick<Grant, 'expiresAt'>,
  { tokenSeal }: Ports,
) {
  return {
    sealed: tokenSeal.close(JSON.stringify({ accessToken, refreshToken }), owner),
    expiresAt,
  };
}

/** What is in a sealed grant; undefined when its seal can't be opened any more. */
export function tokensIn(sealed: string, owner: string, { tokenSeal }: Ports): Tokens | undefined {
  const json = tokenSeal.open(sealed, owner);
  return json === undefined ? undefined : (JSON.parse(json) as Tokens);
}

/**
 * Has Google asked with a good access token: refreshed ahead of its end, and once more where Google refuses it all the
 * same. @throws CalendarFailure `expired` when the person has to connect anew; the connection then says so.
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

const isExpired = (error: unknown) => error instanceof CalendarFailure && error.kind === 'expired';

/** The refreshes that are under way in this process: whoever needs the same one waits for it. */
const underWay = new Map<string, Promise<string>>();

/** @param refused an access token that Google didn't take, whatever its end was said to be */
async function accessTokenOf(owner: OwnerRef, ports: Ports, refused?: string): Promise<string> {
  const { tokens, isGood } = await standing(owner, ports, refused);
  if (isGood) return tokens.accessToken;
  const waited = underWay.get(owner.uid);
  if (waited) return waited;
  const refreshing = refresh(owner, ports, refused).finally(() => underWay.delete(owner.uid));
  underWay.set(owner.uid, refreshing);
  return refreshing;
}

async function standing(owner: OwnerRef, ports: Ports, refused: string | undefined) {
  const kept = await ports.stores.googleConnections.grant(owner);
  if (!kept) throw notConnected();
  const { grant, version } = kept;
  const tokens = tokensIn(grant.sealed, owner.uid, ports);
  if (!tokens) {
    // Its key is gone: connecting anew mends it.
    const failure = new CalendarFailure('expired');
    await ports.stores.googleConnections.expire(owner, failure.calendarError, version);
    throw failure;
  }
  const left = grant.expiresAt - ports.now().getTime();
  const isUsable = tokens.accessToken !== refused && left > 0;
  return { tokens, version, isUsable, isGood: isUsable && left > AHEAD };
}

/** Reads again first: another refresh may just have ended. What it writes counts only if nobody else wrote. */
async function refresh(owner: OwnerRef, ports: Ports, refused?: string): Promise<string> {
  const { google, stores } = ports;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { tokens, version, isUsable, isGood } = await standing(owner, ports, refused);
    if (isGood) return tokens.accessToken;
    const outcome = await refreshed(tokens);
    if (outcome instanceof CalendarFailure) {
      if (outcome.kind !== 'expired') {
        if (isUsable) return tokens.accessToken;
        throw outcome;
      }
      if (await stores.googleConnections.expire(owner, outcome.calendarError, version))
        throw outcome;
      continue; // The person connected anew meanwhile.
    }
    const grant = sealedGrant(owner.uid, outcome, ports);
    if (await stores.googleConnections.replaceGrant(owner, grant, version))
      return outcome.accessToken;
  }
  throw new CalendarFailure('other');

  async function refreshed({ refreshToken }: Tokens) {
    if (refreshToken === undefined) return new CalendarFailure('expired');
    try {
      const grant = await google.refresh(refreshToken);
      // A refresh answer leaves the refresh token out.
      return { ...grant, refreshToken: grant.refreshToken ?? refreshToken };
    } catch (error) {
      if (error instanceof CalendarFailure) return error;
      throw error;
    }
  }
}
