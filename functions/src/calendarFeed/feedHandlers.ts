import { createHash, randomBytes } from 'node:crypto';
import type { CalendarFeed } from '@daymark/contract/calendarFeed';
import type { Handler } from '../handler';
import { Failure } from '../http/failure';
import { hasEnded, type OwnerRef } from '../owner';
import type { Ports } from '../ports';
import type { StoredFeed } from '../store/calendarFeeds';

/** Length of a feed's secret, in bytes. 256 random bits can't be guessed. */
const SECRET_BYTES = 32;

/** Returns the key under which a feed is stored. */
export const secretHashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

export const getCalendarFeed: Handler<'getCalendarFeed'> = async ({ owner }, { stores }) => {
  const feed = await stores.calendarFeeds.of(owner);
  return feed && !hasEnded(feed, owner) ? feedOf(feed) : null;
};

/** Creates the person's feed. Only this response contains the address, because only a hash of its secret is stored. */
export const createCalendarFeed: Handler<'createCalendarFeed'> = async (
  { owner: { uid, signInsValidFrom }, body: { busyOnly } },
  { stores, now },
) => {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const createdAt = now().toISOString();
  const feed: StoredFeed = {
    uid,
    busyOnly,
    createdAt,
    changedAt: createdAt,
    readAt: null,
    signInsValidFrom,
  };
  await stores.calendarFeeds.replace(secretHashOf(secret), feed);
  return { path: `/api/calendar-feed/${secret}.ics`, feed: feedOf(feed) };
};

export const updateCalendarFeed: Handler<'updateCalendarFeed'> = async (
  { owner, body: { busyOnly } },
  { stores, now },
) => {
  const changedAt = now().toISOString();
  const feed = await stores.calendarFeeds.update(owner, { busyOnly, changedAt });
  if (!feed || hasEnded(feed, owner))
    throw new Failure(404, 'There is no calendar address. Create one first.');
  return feedOf(feed);
};

export const deleteCalendarFeed: Handler<'deleteCalendarFeed'> = async ({ owner }, ports) => {
  await endCalendarFeed(owner, ports);
};

/** Ends a person's feed, so that its address responds with 404. Can be repeated. */
export async function endCalendarFeed(owner: OwnerRef, { stores }: Ports): Promise<void> {
  await stores.calendarFeeds.end(owner);
}

const feedOf = ({ busyOnly, createdAt, readAt }: StoredFeed): CalendarFeed => ({
  busyOnly,
  createdAt,
  readAt,
});
