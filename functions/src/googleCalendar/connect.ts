import { randomBytes } from 'node:crypto';
import { CONNECTION_MESSAGES, type GoogleCalendar } from '@daymark/contract/googleCalendar';
import { Redirect, type Browser, type Handler } from '../handler';
import { Failure } from '../http/failure';
import type { OwnerRef } from '../owner';
import type { Ports } from '../ports';
import type { Channel } from '../store/googleChannels';
import type { Revocation } from '../store/googleConnections';
import { sealGrant, tokensIn } from './access';
import { calendarSettingsOf } from './calendarSettings';
import { closeChannel } from './channels';
import { hasAllScopes, type Grant } from './google';
import { calendarFailure, GoogleError, redactSecrets } from './googleError';
import { defaultSelection } from './syncCalendars';

/** How long a person may take on Google's page. */
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

/** A copy of the demo is deleted without its visitor, who would have to end the grant at Google. */
async function refuseDemoAccount({ uid }: OwnerRef, { stores }: Ports): Promise<void> {
  const profile = await stores.profiles.get(uid);
  if (profile?.expiresAt !== undefined)
    throw new Failure(403, 'The demo account can’t be connected to Google Calendar.');
}

/**
 * The address to which Google sends the person back: the configured one. On a developer's machine it is the one in the
 * address bar, because localhost and 127.0.0.1 don't share a session. No other host from a request is trusted.
 */
function appAddress({ host = '' }: Browser, { publicUrl }: Ports): string {
  const isLocal = publicUrl === undefined || THIS_MACHINE.test(new URL(publicUrl).host);
  if (isLocal && THIS_MACHINE.test(host)) return `http://${host}`;
  if (publicUrl !== undefined) return publicUrl;
  throw new Failure(500, 'Google Calendar is not set up on this server.');
}

const THIS_MACHINE = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/;

/** The return from Google (product §2). An error is put into the address, and /calendar shows it. */
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
  if (code === undefined) return authError(`Google answered: ${redactSecrets(error ?? '')}`);

  try {
    const grant = await ports.google.exchangeCode(code, started.codeVerifier, started.redirectUri);
    if (!hasAllScopes(grant.scopes)) {
      // One of the two permissions is no use. Revoking it would end an existing connection, too.
      if (!(await ports.stores.googleConnections.get(owner)))
        await succeeds(ports.google.revoke(grant.accessToken));
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
 * Product §7's legacy call. A token that was made for another app is refused: its makers could choose whose data is
 * shown.
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

/**
 * Stores the grant. Calendars that were selected before stay selected if they still exist; at first it is the primary
 * calendar. When the person connects another Google account, nothing of the earlier one is left.
 */
async function connect(owner: OwnerRef, grant: Grant, ports: Ports): Promise<void> {
  const { google, stores, now } = ports;
  const listed = await google.listCalendars(grant.accessToken).catch((error: unknown) => {
    if (error instanceof GoogleError) return error;
    throw error;
  });
  const hasList = !(listed instanceof GoogleError);
  const existing = await stores.googleConnections.get(owner);
  const isOtherAccount = hasList && existing && accountIn(existing.calendars) !== accountIn(listed);
  if (isOtherAccount) await disconnect(owner, ports);
  const before = isOtherAccount ? undefined : existing;
  const calendars = hasList ? listed : (before?.calendars ?? []);
  const stillThere = (before?.selectedIds ?? []).filter((id) =>
    calendars.some((one) => one.id === id),
  );
  const selectedIds = stillThere.length > 0 ? stillThere : defaultSelection(calendars);
  const connection = {
    id: randomBytes(12).toString('base64url'),
    status: 'connected' as const,
    calendars,
    selectedIds,
    lastSyncedAt: before?.lastSyncedAt ?? null,
    listedAt: hasList ? now().getTime() : null,
    calendarError: hasList ? null : listed.calendarError,
  };
  await stores.googleConnections.save(owner, connection, sealGrant(owner.uid, grant, ports));
  await deleteCopiesExcept(owner, selectedIds, ports);
}

/** The primary calendar's id is the account's e-mail address. */
const accountIn = (calendars: readonly GoogleCalendar[]) =>
  calendars.find(({ primary }) => primary)?.id;

/** Deletes the copies of all calendars except these, and closes their channels. */
export async function deleteCopiesExcept(
  owner: OwnerRef,
  calendarIds: readonly string[],
  ports: Ports,
): Promise<void> {
  const deleted = await ports.stores.googleCopies.deleteExcept(owner, calendarIds);
  await Promise.all(
    deleted.map(async ({ channelId }) => channelId && closeChannel(owner, channelId, ports)),
  );
}

export const disconnectCalendar: Handler<'disconnectCalendar'> = async ({ owner }, ports) => {
  await disconnect(owner, ports);
  return calendarSettingsOf(undefined);
};

/** What has to be ended at Google after a connection was removed here. */
interface PendingRevocation {
  accessToken: string;
  /** Revoking this token ends the whole grant. */
  token: string;
  /** The id of the stored revocation. */
  id: string;
  channels: Channel[];
}

/** Ends the connection, here and at Google. Can be repeated. */
export async function disconnect(owner: OwnerRef, ports: Ports): Promise<void> {
  await revokeAtGoogle(await removeConnection(owner, ports), ports);
}

/**
 * Deletes tokens, copies and channels. Stores what has to be revoked at Google, sealed and without its owner, until that
 * is done: disconnecting and deleting an account must not wait for Google. Can be repeated.
 */
export async function removeConnection(
  owner: OwnerRef,
  ports: Ports,
): Promise<PendingRevocation | undefined> {
  const { stores, tokenSeal } = ports;
  const stored = await stores.googleConnections.grant(owner);
  const tokens = stored && tokensIn(stored.grant.sealed, owner.uid, ports);
  const id = randomBytes(16).toString('hex');
  const token = tokens && (tokens.refreshToken ?? tokens.accessToken);
  const revocation = token
    ? { id, sealed: tokenSeal.close(token, revocationOwner(id)) }
    : undefined;
  const connection = await stores.googleConnections.get(owner);
  if (stored || connection) await stores.googleConnections.remove(owner, revocation);

  const copies = await stores.googleCopies.deleteExcept(owner, []);
  const channels = [];
  for (const { channelId } of copies) {
    const channel = channelId && (await stores.googleChannels.get(channelId));
    if (!channel) continue;
    await stores.googleChannels.remove(channel.id);
    channels.push(channel);
  }
  return tokens && token ? { accessToken: tokens.accessToken, token, id, channels } : undefined;
}

/** Ends channels and grant at Google. When Google can't be reached, `retryRevocations` does it later. */
export async function revokeAtGoogle(
  pending: PendingRevocation | undefined,
  ports: Ports,
): Promise<void> {
  if (!pending) return;
  const { google, stores } = ports;
  const { accessToken, token, id, channels } = pending;
  // Channels first: stopping them needs the grant.
  await Promise.all(channels.map((channel) => succeeds(google.stopWatch(accessToken, channel))));
  if (await succeeds(google.revoke(token))) await stores.googleConnections.deleteRevocation(id);
}

const revocationOwner = (id: string) => `revocation/${id}`;

/** False when Google failed. Any other error is thrown. */
async function succeeds(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof GoogleError) return false;
    throw error;
  }
}

/** How many revocations are read at a time. */
const REVOCATIONS_PAGE = 100;

/**
 * Revokes the grants that could not be revoked when their owner disconnected or deleted the account. Starts none after
 * `stopAt` (in ms). One that fails is tried again when all others were, so that it cannot keep them from their turn.
 */
export async function retryRevocations(ports: Ports, stopAt: number): Promise<void> {
  const { stores, now } = ports;
  const started = now();
  let page: Revocation[];
  do {
    page = await stores.googleConnections.revocations(started, REVOCATIONS_PAGE);
    for (const revocation of page) {
      if (now().getTime() > stopAt) return;
      if (await isRevoked(revocation, ports))
        await stores.googleConnections.deleteRevocation(revocation.id);
      else await stores.googleConnections.noteTried(revocation.id, now());
    }
  } while (page.length === REVOCATIONS_PAGE);
}

/** Whether nothing is left to be revoked. Logs unexpected errors: the next grant may still be revocable. */
async function isRevoked({ id, sealed }: Revocation, ports: Ports): Promise<boolean> {
  try {
    const token = ports.tokenSeal.open(sealed, revocationOwner(id));
    return token === undefined || (await succeeds(ports.google.revoke(token)));
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    ports.log({ severity: 'ERROR', message: 'A grant could not be revoked.', code });
    return false;
  }
}
