import { randomBytes } from 'node:crypto';
import { CONNECTION_MESSAGES, googleErrorMessage } from '@daymark/contract/googleCalendar';
import { Redirect, type Browser, type Handler } from '../handler';
import { Failure } from '../http/failure';
import type { OwnerRef } from '../owner';
import type { Ports } from '../ports';
import type { Channel } from '../store/googleChannels';
import type { Revocation, StoredGrant } from '../store/googleConnections';
import { sealGrant, tokensIn, type ConnectionRef, type EndingToken } from './access';
import { calendarSettingsOf } from './calendarSettings';
import { closeChannel } from './channels';
import { hasAllScopes, type Grant } from './google';
import { calendarFailure, GoogleError, orGoogleError } from './googleError';
import { pendingRevocations, revocationOf, revokeAtGoogle, succeeds } from './revocations';
import { defaultSelection } from './syncCalendars';

/** How long a person may stay on Google's consent page, in ms. */
const STATE_LIFETIME_MS = 10 * 60 * 1000;

const CALLBACK_PATH = '/api/calendar/callback';

export const getCalendarAuthUrl: Handler<'getCalendarAuthUrl'> = async (
  { owner, browser },
  ports,
) => {
  await refuseDemoAccount(owner, ports);
  const state = randomBytes(32).toString('base64url');
  const codeVerifier = randomBytes(48).toString('base64url');
  const redirectUri = appAddress(browser, ports) + CALLBACK_PATH;
  const authUrl = await ports.google.authUrl({ state, codeVerifier, redirectUri });
  const expiresAt = new Date(ports.now().getTime() + STATE_LIFETIME_MS);
  const session = browser.session ?? '';
  await ports.stores.oauthStates.add(state, {
    uid: owner.uid,
    session,
    codeVerifier,
    redirectUri,
    expiresAt,
  });
  return { authUrl };
};

/**
 * Refuses copies of the demo. Deleting an expired copy revokes no grant, so its visitor would have to revoke the grant
 * at Google.
 * @throws Failure 403
 */
async function refuseDemoAccount({ uid }: OwnerRef, { stores }: Ports): Promise<void> {
  const profile = await stores.profiles.get(uid);
  if (profile?.expiresAt !== undefined)
    throw new Failure(403, 'The demo account can’t be connected to Google Calendar.');
}

/**
 * Returns the app's address, to which Google sends the person back. Production uses the configured address. A
 * developer's machine uses the address in the address bar, because localhost and 127.0.0.1 don't share a session. No
 * other host from a request is trusted.
 */
function appAddress({ host = '' }: Browser, { publicUrl }: Ports): string {
  const isLocal = publicUrl === undefined || THIS_MACHINE.test(new URL(publicUrl).host);
  if (isLocal && THIS_MACHINE.test(host)) return `http://${host}`;
  if (publicUrl !== undefined) return publicUrl;
  throw new Failure(500, 'Google Calendar is not set up on this server.');
}

const THIS_MACHINE = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/;

/**
 * Finishes connecting when the person comes back from Google (product §2). Redirects to /calendar, which shows an error
 * if the address contains one.
 */
export const finishCalendarConnection: Handler<'finishCalendarConnection'> = async (
  { owner, browser, query },
  ports,
) => {
  const { code, state, error } = query;
  if (!owner) return authError(CONNECTION_MESSAGES.logIn);
  if (code === undefined && error === undefined) return new Redirect('/calendar?error=nocode');
  const started = state && (await ports.stores.oauthStates.take(state));
  if (
    !started ||
    started.uid !== owner.uid ||
    started.session !== browser.session ||
    started.expiresAt < ports.now()
  )
    return new Redirect('/calendar?error=state');
  if (error === 'access_denied') return authError(CONNECTION_MESSAGES.accessDenied);
  if (code === undefined) return authError(googleErrorMessage(error ?? ''));

  try {
    const grant = await ports.google.exchangeCode(code, started.codeVerifier, started.redirectUri);
    if (!hasAllScopes(grant.scopes)) {
      await discard(owner, grant, ports);
      return authError(CONNECTION_MESSAGES.scopesMissing);
    }
    await connect(owner, grant, ports);
    return new Redirect('/calendar?success=true');
  } catch (error) {
    if (!(error instanceof GoogleError)) throw error;
    return authError(error.code === 'expired' ? CONNECTION_MESSAGES.signInRejected : error.details);
  }
};

const authError = (message: string) =>
  new Redirect(`/calendar?${new URLSearchParams({ error: 'auth', message }).toString()}`);

/**
 * Connects with tokens that the client obtained itself, the legacy way (product §10). A token that was made for another
 * app is refused, because that app's makers could choose whose data is shown.
 */
export const connectCalendar: Handler<'connectCalendar'> = async ({ owner, body }, ports) => {
  await refuseDemoAccount(owner, ports);
  try {
    const grant = await ports.google.inspect(body.token);
    if (!grant) throw new Failure(403, 'This Google sign-in was not made for Daymark.');
    if (!hasAllScopes(grant.scopes)) throw new Failure(403, CONNECTION_MESSAGES.scopesMissing);
    await connect(owner, { ...grant, refreshToken: body.refreshToken ?? undefined }, ports);
  } catch (error) {
    if (error instanceof GoogleError) throw calendarFailure(error.calendarError);
    throw error;
  }
  return calendarSettingsOf(await ports.stores.googleConnections.get(owner));
};

/** At most this many attempts. When several calls change the grant at once, each round lets one of them write. */
const WRITE_ATTEMPTS = 10;

/**
 * Stores the grant. Calendars that were already selected stay selected if they still exist. If none of these calendars
 * exists, `defaultSelection` decides. If the person connects another Google account, everything from the earlier
 * account is deleted. Only Google's list of calendars names the account. If the list can't be read or names no account,
 * an existing connection isn't replaced.
 */
async function connect(owner: OwnerRef, grant: Grant, ports: Ports): Promise<void> {
  const { google, stores, now } = ports;
  const listed = await orGoogleError(google.listCalendars(grant.accessToken));
  const failure = listed instanceof GoogleError ? listed : undefined;
  const { account, calendars } =
    listed instanceof GoogleError ? { account: null, calendars: [] } : listed;
  for (let attempt = 1; attempt <= WRITE_ATTEMPTS; attempt++) {
    const before = await stores.googleConnections.current(owner);
    if (before && account === null) {
      await discard(owner, grant, ports);
      throw failure ?? new GoogleError('other');
    }
    const existing = before?.connection;
    const isOther = (one: { account: string | null }) =>
      account !== null && one.account !== null && one.account !== account;
    // Earlier tokens of the account aren't needed if the new grant has a refresh token. Revoking that token ends all
    // grants of the account. An access token isn't enough, because it expires after about an hour.
    const isEndedWithThis = (one: EndingToken) =>
      grant.refreshToken !== undefined && account !== null && one.account === account;

    const pending = await pendingRevocations(owner, account, ports);
    const retaken = pending.filter(({ ending }) => !isOther(ending));
    const held = before ? endingTokens(owner, before, existing?.account ?? null, ports) : [];
    const unused = [...held, ...retaken.map(({ ending }) => ending)].filter(
      (one) => !isOther(one) && !isEndedWithThis(one),
    );
    const ended = held.filter(isOther).map((one) => revocationOf(owner, one, ports));

    const kept = existing && !isOther(existing) ? existing : undefined;
    const stillThere = (kept?.selectedIds ?? []).filter((id) =>
      calendars.some((one) => one.id === id),
    );
    const connection = {
      id: randomBytes(12).toString('base64url'),
      account,
      status: 'connected' as const,
      calendars,
      selectedIds: stillThere.length > 0 ? stillThere : defaultSelection(calendars),
      lastSyncedAt: kept?.lastSyncedAt ?? null,
      listedAt: failure ? null : now().getTime(),
      calendarError: failure?.calendarError ?? null,
    };
    // Delete the copies before the other account is stored. Otherwise an interrupted call could leave the copies to the
    // other account.
    if (existing && !kept) await deleteCopiesExcept({ owner, id: existing.id }, [], ports);
    const next = {
      connection,
      grant: sealGrant(owner.uid, connection.id, { ...grant, unused }, ports),
    };
    const revocations = { added: ended, dropped: retaken };
    if (!(await stores.googleConnections.replace(owner, before, next, revocations))) continue;

    // Also delete the copies that running syncs of the earlier connection have just written.
    await deleteCopiesExcept(
      { owner, id: connection.id },
      kept ? connection.selectedIds : [],
      ports,
    );
    await revokeAtGoogle(ended, ports);
    return;
  }
  throw new GoogleError('other');
}

const tokensOf = ({ uid }: OwnerRef, { grant }: StoredGrant, ports: Ports) =>
  tokensIn(grant.sealed, uid, ports);

/**
 * Returns the tokens that revoke all grants of a connection: the grant that it uses, and its unused grants. Returns an
 * empty array if the tokens can't be decrypted.
 */
function endingTokens(
  owner: OwnerRef,
  stored: StoredGrant,
  account: string | null,
  ports: Ports,
): EndingToken[] {
  const tokens = tokensOf(owner, stored, ports);
  if (!tokens) return [];
  return [{ token: tokens.refreshToken ?? tokens.accessToken, account }, ...tokens.unused];
}

/**
 * Ends a grant that can't be used. If there is no connection, or if its tokens can't be decrypted, the grant is revoked
 * at once. Otherwise the connection keeps the grant until the connection ends. The grant may belong to the connection's
 * Google account, and revoking it now would end the connection as well.
 */
async function discard(owner: OwnerRef, grant: Grant, ports: Ports): Promise<void> {
  const { googleConnections } = ports.stores;
  const token = grant.refreshToken ?? grant.accessToken;
  for (let attempt = 1; attempt <= WRITE_ATTEMPTS; attempt++) {
    const stored = await googleConnections.grant(owner);
    const tokens = stored && tokensOf(owner, stored, ports);
    if (!tokens) {
      await succeeds(ports.google.revoke(token));
      return;
    }
    const { connectionId, expiresAt } = stored.grant;
    const unused = [...tokens.unused, { token, account: null }];
    const sealed = sealGrant(owner.uid, connectionId, { ...tokens, unused, expiresAt }, ports);
    if (await googleConnections.replaceGrant(owner, sealed, stored)) return;
  }
  throw new GoogleError('other');
}

/** Deletes the copies of all calendars except these, and closes their channels. */
export async function deleteCopiesExcept(
  connection: ConnectionRef,
  calendarIds: readonly string[],
  ports: Ports,
): Promise<void> {
  const deleted = await ports.stores.googleCopies.deleteExcept(connection.owner, calendarIds);
  await Promise.all(
    deleted.map(async ({ channelId }) => channelId && closeChannel(connection, channelId, ports)),
  );
}

export const disconnectCalendar: Handler<'disconnectCalendar'> = async ({ owner }, ports) => {
  await disconnect(owner, ports);
  return calendarSettingsOf(undefined);
};

/** The tokens and channels that still have to be ended at Google after a connection was removed here. */
interface PendingEnd {
  accessToken: string | undefined;
  channels: Channel[];
  /** Grants that stay stored until Google has revoked them. */
  revocations: Revocation[];
}

/** Ends the connection here and at Google. Can be repeated. */
export async function disconnect(owner: OwnerRef, ports: Ports): Promise<void> {
  await endAtGoogle(await removeConnection(owner, ports), ports);
}

/**
 * Deletes tokens, copies and channels. Stores the grants to revoke at Google, encrypted and without their owner.
 * Disconnecting and deleting an account therefore succeed even if Google can't be reached. Can be repeated.
 */
export async function removeConnection(owner: OwnerRef, ports: Ports): Promise<PendingEnd> {
  const { googleConnections, googleCopies, googleChannels } = ports.stores;
  for (let attempt = 1; attempt <= WRITE_ATTEMPTS; attempt++) {
    const stored = await googleConnections.current(owner);
    const revocations = stored
      ? endingTokens(owner, stored, stored.connection?.account ?? null, ports).map((one) =>
          revocationOf(owner, one, ports),
        )
      : [];
    if (stored && !(await googleConnections.remove(owner, stored, revocations))) continue;
    const channels = [];
    for (const { channelId } of await googleCopies.deleteExcept(owner, [])) {
      const channel = channelId && (await googleChannels.get(channelId));
      if (!channel) continue;
      await googleChannels.remove(channel.id);
      channels.push(channel);
    }
    const accessToken = stored && tokensOf(owner, stored, ports)?.accessToken;
    return { accessToken, channels, revocations };
  }
  throw new GoogleError('other');
}

/**
 * Ends channels and revokes grants at Google. If Google can't be reached, `retryRevocations` revokes the grants later.
 */
export async function endAtGoogle(
  { accessToken, channels, revocations }: PendingEnd,
  ports: Ports,
): Promise<void> {
  const { google } = ports;
  // Stop the channels first, because stopping a channel needs the grant.
  if (accessToken !== undefined)
    await Promise.all(channels.map((channel) => succeeds(google.stopWatch(accessToken, channel))));
  await revokeAtGoogle(revocations, ports);
}
