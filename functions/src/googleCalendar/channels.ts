import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { HOUR_MS } from '@daymark/contract/time/units';
import type { Handler } from '../handler';
import type { Ports } from '../ports';
import type { Channel } from '../store/googleChannels';
import type { CalendarCopy, StoredCopy } from '../store/googleCopies';
import { withAccess, type ConnectionRef } from './access';
import { ConnectionChanged, GoogleError } from './googleError';

/** A channel is renewed if it ends sooner than this, in ms. */
const RENEW_AHEAD_MS = 36 * HOUR_MS;

/**
 * How long to wait before retrying after Google refused a channel, in ms. Google always refuses channels for calendars
 * of holidays.
 */
const RETRY_AFTER_MS = 24 * HOUR_MS;

/**
 * Receives Google's message that a calendar has changed. A genuine message names one of our channels, its token and its
 * resource. Any other message gets the same response and has no effect. Google isn't called here. Open apps learn of
 * the change through live updates, and their next read syncs.
 */
export const receiveCalendarPush: Handler<'receiveCalendarPush'> = async (
  { headers, lookUp },
  ports,
) => {
  const {
    'x-goog-channel-id': id = '',
    'x-goog-channel-token': token = '',
    'x-goog-resource-id': resourceId = '',
    'x-goog-resource-state': state,
  } = headers;
  const channel = await lookUp(async () => {
    const found = await ports.stores.googleChannels.get(id);
    const isGenuine =
      areEqualHashes(hashOf(token), found?.tokenHash ?? '') &&
      areEqualHashes(hashOf(resourceId), hashOf(found?.resourceId ?? ''));
    return isGenuine ? found : undefined;
  });
  // The first message of a channel only confirms the channel.
  if (!channel || state === 'sync') return;
  const { uid, calendarId } = channel;
  const found = (await ports.stores.googleCopies.get({ uid }, [calendarId])).get(calendarId);
  if (found?.copy.channelId !== id || found.copy.isStale) return;
  await ports.stores.googleCopies.markStale({ uid }, calendarId);
};

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Compares in constant time, so that the time doesn't reveal how much of a guess was right. */
function areEqualHashes(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/** The fields of a calendar copy that describe its channel. */
type ChannelFields = Pick<CalendarCopy, 'channelId' | 'watchedUntil'>;

/**
 * Opens a channel for a calendar if Google can reach us, and if the calendar has no channel or one that ends soon. If
 * Google refused a channel less than `RETRY_AFTER_MS` ago, Google isn't asked again. Logs errors from Google instead of
 * throwing them, because a copy works without a channel. Such a copy is fresh for a shorter time.
 */
export async function watchCalendar(
  connection: ConnectionRef,
  stored: StoredCopy,
  ports: Ports,
): Promise<ChannelFields> {
  const { copy } = stored;
  const now = ports.now().getTime();
  const dueAt =
    copy.channelId === null
      ? copy.watchedUntil + RETRY_AFTER_MS
      : copy.watchedUntil - RENEW_AHEAD_MS;
  const wasTried = copy.watchedUntil > 0;
  if (!ports.publicUrl?.startsWith('https://') || (wasTried && now < dueAt)) return copy;
  const watched = await openChannel(connection, copy.calendarId, ports);
  const isKept = await ports.stores.googleCopies.update(connection.owner, stored, watched);
  // Close the earlier channel. If the copy was changed or deleted in the meantime, close the new channel instead,
  // because no copy contains it.
  const ended = isKept ? copy.channelId : watched.channelId;
  if (ended !== null) await closeChannel(connection, ended, ports);
  return isKept ? watched : copy;
}

async function openChannel(
  connection: ConnectionRef,
  calendarId: string,
  ports: Ports,
): Promise<ChannelFields> {
  const { google, stores, now, publicUrl } = ports;
  const id = randomBytes(24).toString('base64url');
  const token = randomBytes(32).toString('base64url');
  const address = `${publicUrl}/api/calendar/push`;
  try {
    const { resourceId, expiresAt: until } = await withAccess(connection, ports, (accessToken) =>
      google.watch(accessToken, calendarId, { id, token, address }),
    );
    const tokenHash = hashOf(token);
    const { uid } = connection.owner;
    await stores.googleChannels.add({ id, uid, calendarId, resourceId, tokenHash, until });
    return { channelId: id, watchedUntil: until };
  } catch (error) {
    if (!(error instanceof GoogleError)) throw error;
    ports.log({ severity: 'WARNING', message: `No channel for a calendar: ${error.code}` });
    return { channelId: null, watchedUntil: now().getTime() };
  }
}

/**
 * Ends a channel. If Google can't be reached, the channel ends by itself later, and its messages are ignored until
 * then.
 */
export async function closeChannel(
  connection: ConnectionRef,
  id: string,
  ports: Ports,
): Promise<void> {
  const channel = await ports.stores.googleChannels.get(id);
  if (!channel) return;
  await ports.stores.googleChannels.remove(id);
  try {
    await withAccess(connection, ports, (token) => ports.google.stopWatch(token, channel));
  } catch (error) {
    if (!(error instanceof GoogleError || error instanceof ConnectionChanged)) throw error;
  }
}

/** At most this many channels are renewed in one run. */
const RENEWALS_MAX = 1000;

/** Renews the channels that end soon, or removes them if they aren't needed. Stops after `stopAt`, in ms. */
export async function renewChannels(ports: Ports, stopAt: number): Promise<void> {
  const { stores, now, log } = ports;
  const endsBefore = now().getTime() + RENEW_AHEAD_MS;
  for (const channel of await stores.googleChannels.endingBefore(endsBefore, RENEWALS_MAX)) {
    if (now().getTime() > stopAt) return;
    try {
      await renewChannel(channel, ports);
    } catch (error) {
      // Continue with the next channel, which may still be renewable.
      const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
      log({ severity: 'ERROR', message: 'A channel could not be renewed.', code });
    }
  }
}

async function renewChannel({ id, uid, calendarId }: Channel, ports: Ports): Promise<void> {
  const owner = { uid };
  const connection = await ports.stores.googleConnections.get(owner);
  const stored = (await ports.stores.googleCopies.get(owner, [calendarId])).get(calendarId);
  // A calendar that isn't read needs no channel.
  const isNeeded =
    connection?.status === 'connected' &&
    connection.selectedIds.includes(calendarId) &&
    stored?.copy.channelId === id;
  if (isNeeded) await watchCalendar({ owner, id: connection.id }, stored, ports);
  else await ports.stores.googleChannels.remove(id);
}
