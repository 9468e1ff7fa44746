import { DAY_MS } from '@daymark/contract/time/units';
import { NotModified, Streamed, type Handler } from '../handler';
import { Failure } from '../http/failure';
import { hasEnded, userIdOf } from '../owner';
import type { Ports } from '../ports';
import type { StoredFeed } from '../store/calendarFeeds';
import type { Revisions } from '../store/revisions';
import { calendarEntries } from './calendarEntries';
import { secretHashOf } from './feedHandlers';
import { icalendarOf } from './icalendar';

/**
 * Version of the format. Raise the version when the same records are written differently, so that programs read the
 * feed again.
 */
const FORMAT = 2;

/** How often programs are asked to read the feed, in seconds. */
const REFRESH_SECONDS = 60 * 60;

/**
 * Serves the feed whose secret is in the address (product §2). The feed contains all events and time blocks since the
 * first of this month a year ago, including all future ones. If the program's copy is current, only two documents are
 * read, the feed and the person's counters.
 */
export const readCalendarFeed: Handler<'readCalendarFeed'> = async (
  { secret, headers, lookUp },
  ports,
) => {
  const { stores, identity, now } = ports;
  const secretHash = secretHashOf(secret);
  const feed = await lookUp(() => stores.calendarFeeds.find(secretHash));
  if (!feed) throw nothingHere();
  const signInsValidFrom = await identity.signInsValidFrom(feed.uid);
  if (signInsValidFrom === undefined || hasEnded(feed, { signInsValidFrom })) throw nothingHere();
  const owner = { uid: feed.uid, userId: userIdOf(feed.uid) };
  await recordRead(secretHash, feed, ports);
  const from = firstShownAt(now());
  // Read the revisions before the content. A program that gets content newer than its tag reads the feed again. A
  // program that gets content older than its tag would keep the old content.
  const revisions = await stores.revisions.get(owner);
  const etag = etagOf(feed, revisions, from);
  const modifiedAt = modifiedAtOf(feed, revisions, from);
  const validators = {
    // Programs may cache the feed but have to revalidate it each time.
    'Cache-Control': 'private, no-cache',
    ETag: etag,
    ...(now().getTime() > modifiedAt + SETTLED_MS && {
      'Last-Modified': new Date(modifiedAt).toUTCString(),
    }),
  };
  if (isCurrent(headers, etag, modifiedAt)) return new NotModified(validators);

  const profile = await stores.profiles.get(owner.uid);
  if (!profile) throw nothingHere();
  const entries = calendarEntries(owner, ports, { from, ...(feed.busyOnly && { title: 'Busy' }) });
  const calendar = icalendarOf(entries, {
    userId: owner.userId,
    ...(feed.busyOnly && { uidKey: secretHash }),
    timeZone: profile.timeZone ?? null,
    refreshSeconds: REFRESH_SECONDS,
  });
  return new Streamed(calendar, 'daymark.ics', validators);
};

/**
 * Returns the same failure for an address that never existed, that has ended, or that is malformed, so that nobody can
 * tell these addresses apart.
 */
const nothingHere = () => new Failure(404, 'There is no calendar at this address.');

/** Stores when the feed was read, at most once a day. */
async function recordRead(secretHash: string, { readAt }: StoredFeed, { stores, now }: Ports) {
  const moment = now();
  if (readAt !== null && moment.getTime() - Date.parse(readAt) < DAY_MS) return;
  await stores.calendarFeeds.recordRead(secretHash, moment.toISOString());
}

/**
 * Returns the start of the first of this month a year ago in UTC, in ms since 1970. The result changes once a month,
 * and the feed's content changes with it.
 */
function firstShownAt(now: Date): number {
  return Date.UTC(now.getUTCFullYear() - 1, now.getUTCMonth(), 1);
}

/**
 * Returns a tag of everything that the feed's content depends on. Only a feed with titles depends on the tasks, because
 * its time blocks have the tasks' titles.
 */
function etagOf(
  { busyOnly }: StoredFeed,
  { epoch, counters: { events = 0, tasks = 0, profile = 0 } }: Revisions,
  from: number,
): string {
  const shown = busyOnly ? 'busy' : tasks;
  return `"${[FORMAT, epoch, events, shown, profile, from / DAY_MS].join('.')}"`;
}

/**
 * Returns the end of the second in which the feed's content may last have changed, in ms. A change of any of the
 * person's records counts. All counters are in one document, and Firestore only tells when this document was last
 * written.
 */
function modifiedAtOf({ changedAt }: StoredFeed, { time }: Revisions, from: number): number {
  const latest = Math.max(time / 1000, Date.parse(changedAt), from);
  return (Math.floor(latest / 1000) + 1) * 1000;
}

/**
 * How old a change must be before its second is sent as Last-Modified, in ms. HTTP dates have whole seconds, so another
 * change in the same second would look like the first. The limit also allows for Firestore's clock, which may be behind
 * ours.
 */
const SETTLED_MS = 2000;

function isCurrent(
  headers: { 'if-none-match'?: string | undefined; 'if-modified-since'?: string | undefined },
  etag: string,
  modifiedAt: number,
): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = headers;
  // A proxy that compresses a response makes its tag weak.
  if (tags !== undefined)
    return (
      tags.trim() === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
    );
  return since !== undefined && Date.parse(since) >= modifiedAt;
}
