import { randomBytes } from 'node:crypto';
import type { GoogleCalendar } from '@daymark/contract/googleCalendar';
import { DEMO_ACCOUNT } from '@daymark/contract/user';
import { Redirect, type Browser, type Handler } from '../handler';
import { Failure } from '../http/failure';
import type { OwnerRef } from '../owner';
import type { Ports } from '../ports';
import type { Channel } from '../store/googleChannels';
import { sealedGrant, tokensIn } from './access';
import { CalendarFailure, redacted, asFailure } from './calendarFailure';
import { calendarSettingsOf } from './calendarSettings';
import { closeChannel } from './channels';
import { isEnough, type Grant } from './google';
import { firstSelection } from './syncCalendars';

/** How long somebody may take over Google's page, in ms. */
const STATE_LIFE = 10 * 60 * 1000;

const CALLBACK = '/api/calendar/callback';

export const getCalendarAuthUrl: Handler<'getCalendarAuthUrl'> = async (
  { owner, browser },
  ports,
) => {
  await refuseDemo(owner, ports);
  const state = randomBytes(32).toString('base64url');
  const codeVerifier = randomBytes(48).toString('base64url');
  const redirectUri = addressFor(browser, ports) + CALLBACK;
  const authUrl = await ports.google.authUrl({ state, codeVerifier, redirectUri });
  const expiresAt = new Date(ports.now().getTime() + STATE_LIFE);
  const session = browser.session ?? '';
  await ports.stores.oauthStates.add(state, {
    ...{ uid: owner.uid, session, codeVerifier, redirectUri, expiresAt },
  });
  return { authUrl };
};

/** The shared account: whoever visits it next would read the calendar. */
async function refuseDemo({ uid }: OwnerRef, { stores }: Ports): Promise<void> {
  const profile = await stores.profiles.get(uid);
  if (profile?.email === DEMO_ACCOUNT.email)
    throw new Failure(403, 'The demo account cannot be connected to Google Calendar.');
}

/**
 * Where Google sends the person back to: our configured address. On somebody's own machine it is the one in their
 * address bar, since localhost and 127.0.0.1 don't share a session. Nothing else that a request says is taken for an
 * address of ours.
 */
function addressFor({ host = '' }: Browser, { publicUrl }: Ports): string {
  const isLocal = publicUrl === undefined || THIS_MACHINE.test(new URL(publicUrl).host);
  if (isLocal && THIS_MACHINE.test(host)) return `http://${host}`;
  if (publicUrl !== undefined) return publicUrl;
  throw new Failure(500, 'Google Calendar is not set up on this server.');
}

const THIS_MACHINE = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/;

/** Product §2's return from Google: what went wrong is in the address, for /calendar to say. */
export const finishCalendarConnection: Handler<'finishCalendarConnection'> = async (
  { owner, browser, query },
  ports,
) => {
  const { code, state, error } = query;
  if (!owner) return authError(LOG_IN);
  if (code === undefined && error === undefined) return new Redirect('/calendar?error=nocode');
  const kept = state && (await ports.stores.oauthStates.take(state));
  if (
    !kept ||
    kept.uid !== owner.uid ||
    kept.session !== browser.session ||
    kept.expiresAt < ports.now()
  )
    return new Redirect('/calendar?error=state');
  if (error === 'access_denied') return authError(DENIED);
  if (code === undefined) return authError(`Google answered: ${redacted(error ?? '')}`);

  try {
    const grant = await ports.google.exchangeCode(code, kept.codeVerifier, kept.redirectUri);
    if (!isEnough(grant.scopes)) {
      // Half a permission is of no use to us; with a connection that stands, it would end that too.
      if (!(await ports.stores.googleConnections.get(owner)))
        await isDone(ports.google.revoke(grant.accessToken));
      return authError(UNTICKED);
    }
    await connect(owner, grant, ports);
    return new Redirect('/calendar?success=true');
  } catch (failure) {
    if (!(failure instanceof CalendarFailure)) throw failure;
    return authError(failure.kind === 'expired' ? REFUSED : failure.details);
  }
};

/** Product §6. */
const LOG_IN = 'You need to be logged in to connect Google Calendar. Please log in and try again.';
const DENIED = 'You did not give Daymark access to your calendars.';
const UNTICKED =
  'Daymark needs both permissions: to see which calendars you have, and to see their events. Please tick both.';
const REFUSED = 'Google did not accept the sign-in. Please try again.';

const authError = (message: string) =>
  new Redirect(`/calendar?${new URLSearchParams({ error: 'auth', message }).toString()}`);

/** Product §7's legacy call. A token that was made for somebody else's app would let that app's makers choose whose data is shown. */
export const connectCalendar: Handler<'connectCalendar'> = async ({ owner, body }, ports) => {
  await refuseDemo(owner, ports);
  try {
    const grant = await ports.google.inspect(body.token);
    if (!grant) throw new Failure(403, 'This Google sign-in was not made for Daymark.');
    if (!isEnough(grant.scopes)) throw new Failure(403, UNTICKED);
    await connect(owner, { ...grant, refreshToken: body.refreshToken ?? undefined }, ports);
  } catch (failure) {
    if (failure instanceof CalendarFailure) throw asFailure(failure.calendarError);
    throw failure;
  }
  return calendarSettingsOf(await ports.stores.googleConnections.get(owner));
};

/**
 * Keeps the grant. What was selected before stays so, as far as it is there; at first it is the primary calendar. Of
 * another account at Google nothing is left.
 */
async function connect(owner: OwnerRef, grant: Grant, ports: Ports): Promise<void> {
  const { google, stores, now } = ports;
  const listed = await google.listCalendars(grant.accessToken).catch((error: unknown) => {
    if (error instanceof CalendarFailure) return error;
    throw error;
  });
  const hasList = !(listed instanceof CalendarFailure);
  const standing = await stores.googleConnections.get(owner);
  const isOther = hasList && standing && accountIn(standing.calendars) !== accountIn(listed);
  if (isOther) await disconnect(owner, ports);
  const before = isOther ? undefined : standing;
  const calendars = hasList ? listed : (before?.calendars ?? []);
  const kept = (before?.selectedIds ?? []).filter((id) => calendars.some((one) => one.id === id));
  const selectedIds = kept.length > 0 ? kept : firstSelection(calendars);
  const connection = {
    ...{ id: randomBytes(12).toString('base64url'), status: 'connected' as const },
    ...{ calendars, selectedIds, lastSyncedAt: before?.lastSyncedAt ?? null },
    listedAt: hasList ? now().getTime() : null,
    calendarError: hasList ? null : listed.calendarError,
  };
  await stores.googleConnections.put(owner, connection, sealedGrant(owner.uid, grant, ports));
  await forgetCopies(owner, selectedIds, ports);
}

/** The primary calendar is named for the account it belongs to. */
const accountIn = (calendars: readonly GoogleCalendar[]) =>
  calendars.find(({ primary }) => primary)?.id;

/** Takes away the copies of all calendars but these, and has Google tell us no more of them. */
export async function forgetCopies(
  owner: OwnerRef,
  but: readonly string[],
  ports: Ports,
): Promise<void> {
  const gone = await ports.stores.googleCopies.keepOnly(owner, but);
  await Promise.all(
    gone.map(async ({ channelId }) => channelId && closeChannel(owner, channelId, ports)),
  );
}

export const disconnectCalendar: Handler<'disconnectCalendar'> = async ({ owner }, ports) => {
  await disconnect(owner, ports);
  return calendarSettingsOf(undefined);
};

/** What is left to do at Google when a connection is gone here. */
interface Ending {
  accessToken: string;
  /** The token whose end is that of the whole grant, and the id under which it is kept until then. */
  token: string;
  id: string;
  channels: Channel[];
}

/** Ends the connection, here and at Google. Repeatable. */
async function disconnect(owner: OwnerRef, ports: Ports): Promise<void> {
  await endAtGoogle(await takeAway(owner, ports), ports);
}

/**
 * Takes tokens, copies and channels away. What is to be ended at Google is kept, sealed and without its owner, until
 * that is done: nobody's disconnecting, or leaving, has to wait for Google. Repeatable.
 */
export async function takeAway(owner: OwnerRef, ports: Ports): Promise<Ending | undefined> {
  const { stores, tokenSeal } = ports;
  const kept = await stores.googleConnections.grant(owner);
  const tokens = kept && tokensIn(kept.grant.sealed, owner.uid, ports);
  const id = randomBytes(16).toString('hex');
  const token = tokens && (tokens.refreshToken ?? tokens.accessToken);
  const revocation = token
    ? { id, sealed: tokenSeal.close(token, revocationOwner(id)) }
    : undefined;
  const connection = await stores.googleConnections.get(owner);
  if (kept || connection) await stores.googleConnections.remove(owner, revocation);

  const copies = await stores.googleCopies.keepOnly(owner, []);
  const channels = [];
  for (const { channelId } of copies) {
    const channel = channelId && (await stores.googleChannels.get(channelId));
    if (!channel) continue;
    await stores.googleChannels.remove(channel.id);
    channels.push(channel);
  }
  return tokens && token ? { accessToken: tokens.accessToken, token, id, channels } : undefined;
}

/** Tells Google; where it can't be told, `endGrants` tries again. */
export async function endAtGoogle(ending: Ending | undefined, ports: Ports): Promise<void> {
  if (!ending) return;
  const { google, stores } = ports;
  const { accessToken, token, id, channels } = ending;
  // Before the grant: it is what allows to stop them.
  await Promise.all(channels.map((channel) => isDone(google.stopWatch(accessToken, channel))));
  if (await isDone(google.revoke(token))) await stores.googleConnections.forgetRevocation(id);
}

const revocationOwner = (id: string) => `revocation/${id}`;

/** Google's failures are none of ours here. */
async function isDone(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof CalendarFailure) return false;
    throw error;
  }
}

/** Ends at Google what could not be ended when its owner disconnected, or left. */
export async function endGrants(ports: Ports): Promise<void> {
  const { google, stores, tokenSeal } = ports;
  const MOST = 500;
  for (const { id, sealed } of await stores.googleConnections.revocations(MOST)) {
    const token = tokenSeal.open(sealed, revocationOwner(id));
    if (token === undefined || (await isDone(google.revoke(token))))
      await stores.googleConnections.forgetRevocation(id);
  }
}
