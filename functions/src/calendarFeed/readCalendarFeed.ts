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

/** Raised when the same records are written in another way, so that programs read them again. */
const FORMAT = 1;

/** How often a program is asked to read it. */
const REFRESH_SECONDS = 60 * 60;

/**
 * The feed of the person whose secret the address has: events and time blocks that are to come, and those of the last
 * twelve months. Unchanged it costs two documents, the feed's and the person's counters.
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
  await noteRead(secretHash, feed, ports);
  const from = firstShownAt(now());
  // Read first: a program that gets content newer than its tag reads it again; one with older content never would.
  const revisions = await stores.revisions.get(owner);
  const etag = etagOf(feed, revisions, from);
  const modifiedAt = modifiedAtOf(feed, revisions, from);
  const validators = {
    // It may be kept, and must be asked for each time.
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

/** For an address that never was, one that has ended and one that is malformed: nobody can tell which. */
const nothingHere = () => new Failure(404, 'There is no calendar at this address.');

/** Notes when the feed was read, once a day at most. */
async function noteRead(secretHash: string, { readAt }: StoredFeed, { stores, now }: Ports) {
  const moment = now();
  if (readAt !== null && moment.getTime() - Date.parse(readAt) < DAY_MS) return;
  await stores.calendarFeeds.noteRead(secretHash, moment.toISOString());
}

/** The month of a year ago, in UTC, in ms. It moves once a month, and what is shown changes with it. */
function firstShownAt(now: Date): number {
  return Date.UTC(now.getUTCFullYear() - 1, now.getUTCMonth(), 1);
}

/** Everything that what is shown depends on. Only a feed with titles depends on the tasks, whose blocks it shows. */
function etagOf(
  { busyOnly }: StoredFeed,
  { epoch, counters: { events = 0, tasks = 0, profile = 0 } }: Revisions,
  from: number,
): string {
  const shown = busyOnly ? 'busy' : tasks;
  return `"${[FORMAT, epoch, events, shown, profile, from / DAY_MS].join('.')}"`;
}

/**
 * The second in which what is shown may last have changed, in ms, and the next one begins. A change of anything of the
 * person's counts: Firestore says only when their counters were last raised.
 */
function modifiedAtOf({ changedAt }: StoredFeed, { time }: Revisions, from: number): number {
  const latest = Math.max(time / 1000, Date.parse(changedAt), from);
  return (Math.floor(latest / 1000) + 1) * 1000;
}

/**
 * How old a change has to be before its second is told: HTTP's dates have whole seconds, and a second change in the
 * same one would look like the first. It allows for Firestore's clock, which may be behind ours.
 */
const SETTLED_MS = 2000;

function isCurrent(
  headers: { 'if-none-match'?: string | undefined; 'if-modified-since'?: string | undefined },
  etag: string,
  modifiedAt: number,
): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = headers;
  // A proxy that compresses a reply makes its tag weak.
  if (tags !== undefined)
    return (
      tags.trim() === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
    );
  return since !== undefined && Date.parse(since) >= modifiedAt;
}
