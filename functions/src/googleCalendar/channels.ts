import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Handler } from '../handler';
import type { OwnerRef } from '../owner';
import type { Ports } from '../ports';
import type { Channel } from '../store/googleChannels';
import type { CalendarCopy } from '../store/googleCopies';
import { withAccess } from './access';
import { CalendarFailure } from './calendarFailure';

const HOUR = 60 * 60 * 1000;

/** How long before its end a channel is renewed. */
const AHEAD = 36 * HOUR;

/** When a channel is tried again that Google didn't make: of holidays it never makes one. */
const AGAIN = 24 * HOUR;

/**
 * Google has changed a calendar. Who says so is known by the channel, its token and what it watches; anybody else gets
 * the same answer, and nothing happens. Nothing is asked of Google here: open apps hear that something is new, and the
 * next read of anyone syncs.
 */
export const receiveCalendarPush: Handler<'receiveCalendarPush'> = async ({ headers }, ports) => {
  const {
    'x-goog-channel-id': id = '',
    'x-goog-channel-token': token = '',
    'x-goog-resource-id': resourceId = '',
    'x-goog-resource-state': state,
  } = headers;
  const channel = await ports.stores.googleChannels.get(id);
  const isGenuine =
    isSame(hashOf(token), channel?.tokenHash ?? '') &&
    isSame(hashOf(resourceId), hashOf(channel?.resourceId ?? ''));
  // The first message of a channel only says that it is there.
  if (!channel || !isGenuine || state === 'sync') return;
  const { uid, calendarId } = channel;
  const standing = (await ports.stores.googleCopies.get({ uid }, [calendarId])).get(calendarId);
  if (standing?.copy.channelId !== id || standing.copy.isStale) return;
  await ports.stores.googleCopies.markStale({ uid }, calendarId);
};

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** In a time that doesn't tell how far they agree. */
function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/** What a copy knows of the channel it is told by. */
type Watched = Pick<CalendarCopy, 'channelId' | 'watchedUntil'>;

/**
 * Has Google tell us of changes to a calendar, where it can reach us and doesn't do so yet. Without it a copy counts as
 * fresh for five minutes only, so what goes wrong here is no failure.
 */
export async function watchCalendar(
  owner: OwnerRef,
  copy: CalendarCopy,
  ports: Ports,
): Promise<Watched> {
  const now = ports.now().getTime();
  const isDue = copy.channelId === null ? copy.watchedUntil + AGAIN : copy.watchedUntil - AHEAD;
  const isTried = copy.watchedUntil > 0;
  if (!ports.publicUrl?.startsWith('https://') || (isTried && now < isDue)) return copy;
  const { calendarId } = copy;
  const watched = await openChannel(owner, calendarId, ports);
  await ports.stores.googleCopies.update(owner, calendarId, watched);
  if (copy.channelId !== null) await closeChannel(owner, copy.channelId, ports);
  return watched;
}

async function openChannel(owner: OwnerRef, calendarId: string, ports: Ports): Promise<Watched> {
  const { google, stores, now, publicUrl } = ports;
  const id = randomBytes(24).toString('base64url');
  const token = randomBytes(32).toString('base64url');
  const address = `${publicUrl}/api/calendar/push`;
  try {
    const { resourceId, expiresAt: until } = await withAccess(owner, ports, (accessToken) =>
      google.watch(accessToken, calendarId, { id, token, address }),
    );
    const tokenHash = hashOf(token);
    const { uid } = owner;
    await stores.googleChannels.add({ id, uid, calendarId, resourceId, tokenHash, until });
    return { channelId: id, watchedUntil: until };
  } catch (error) {
    if (!(error instanceof CalendarFailure)) throw error;
    ports.log({ severity: 'WARNING', message: `No channel for a calendar: ${error.kind}` });
    return { channelId: null, watchedUntil: now().getTime() };
  }
}

/** Ends a channel. One that Google can't be told of ends by itself, and is not listened to until then. */
export async function closeChannel(owner: OwnerRef, id: string, ports: Ports): Promise<void> {
  const channel = await ports.stores.googleChannels.get(id);
  if (!channel) return;
  await ports.stores.googleChannels.remove(id);
  try {
    await withAccess(owner, ports, (token) => ports.google.stopWatch(token, channel));
  } catch (error) {
    if (!(error instanceof CalendarFailure)) throw error;
  }
}

/** The most channels that are renewed in one go. */
const MOST = 1000;

/** Renews the channels that end soon, as far as it gets before a moment (in ms). */
export async function renewChannels(ports: Ports, until: number): Promise<void> {
  const { stores, now, log } = ports;
  for (const channel of await stores.googleChannels.endingBefore(now().getTime() + AHEAD, MOST)) {
    if (now().getTime() > until) return;
    try {
      await renewChannel(channel, ports);
    } catch (error) {
      // One person's calendarError is not the next one's.
      const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
      log({ severity: 'ERROR', message: 'A channel could not be renewed.', code });
    }
  }
}

async function renewChannel({ id, uid, calendarId }: Channel, ports: Ports): Promise<void> {
  const owner = { uid };
  const connection = await ports.stores.googleConnections.get(owner);
  const copy = (await ports.stores.googleCopies.get(owner, [calendarId])).get(calendarId)?.copy;
  // Whose calendar isn't read any more needs no channel.
  const isWanted =
    connection?.status === 'connected' &&
    connection.selectedIds.includes(calendarId) &&
    copy?.channelId === id;
  if (isWanted) await watchCalendar(owner, copy, ports);
  else await ports.stores.googleChannels.remove(id);
}
