import { createHash } from 'node:crypto';
import type { GoogleEvent, GoogleTime } from '@daymark/contract/googleCalendar';
import { DAY_MS } from '@daymark/contract/time/units';
import type {
  DocumentReference,
  DocumentSnapshot,
  Firestore,
  Query,
} from 'firebase-admin/firestore';
import type { OwnerRef } from '../owner';
import { firestore, isStaleWrite } from './firestore';
import { connectionDocument, type Connection, type Version } from './googleConnections';
import { firstMidnightOf, lastMidnightOf } from './midnights';
import { raiseCounters } from './revisions';

/** Our server's copy of one Google calendar. Times are in ms. */
export interface CalendarCopy {
  calendarId: string;
  /** The calendar's name when Google last listed it. */
  name: string;
  /** The id of the connection that made the copy. */
  connectionId: string;
  /** The token for the next sync, or null if that sync has to read everything. */
  syncToken: string | null;
  /** The copy contains the events between `from` and `to`. */
  from: number;
  to: number;
  syncedAt: number;
  /** When the whole calendar was last read, not only its changes. 0 if it never was. */
  readAt: number;
  /** Whether Google has reported a change that isn't in the copy yet. */
  isStale: boolean;
  /** Whether open apps were already notified that the copy is stale. May be absent in stored copies. */
  isAnnounced?: boolean;
  /** Whether Google has reported that this calendar doesn't exist. */
  isGone: boolean;
  /**
   * The channel on which Google reports changes until `watchedUntil`, or null. Without a channel, `watchedUntil` is the
   * time at which Google last refused a channel, or 0.
   */
  channelId: string | null;
  watchedUntil: number;
}

export interface StoredCopy {
  copy: CalendarCopy;
  version: Version;
}

/** The result of reading from Google in a sync. */
interface SyncedEvents {
  events: readonly GoogleEvent[];
  /** Ids of deleted events. */
  deletedIds: readonly string[];
  /** Whether `events` is complete. All other events are then removed from the copy. */
  isFull: boolean;
}

/** A person's calendar copies and the events in them. */
export interface GoogleCopies {
  get: (owner: OwnerRef, calendarIds: readonly string[]) => Promise<Map<string, StoredCopy>>;
  /**
   * Stores the result of a sync and returns the new copy. Notifies open apps of the changes, unless `markStale` has
   * already notified them. Returns undefined if the sync can't be finished:
   * - another sync has written since `before` was read (`before` is undefined if there was no copy)
   * - the person has disconnected or connected again
   * - the calendar isn't selected
   */
  applySync: (
    owner: OwnerRef,
    copy: CalendarCopy,
    synced: SyncedEvents,
    before: StoredCopy | undefined,
  ) => Promise<StoredCopy | undefined>;
  /** Updates a copy. Returns false if the copy has changed since it was read. */
  update: (owner: OwnerRef, before: StoredCopy, fields: Partial<CalendarCopy>) => Promise<boolean>;
  /** Marks a copy as stale, so that the next read syncs its calendar. Notifies open apps. */
  markStale: (owner: OwnerRef, calendarId: string) => Promise<void>;
  /**
   * Returns the events of all copies that may overlap a range (in ms). An all-day event is returned if it overlaps the
   * range in any time zone (see `span`).
   */
  events: (owner: OwnerRef, from: number, to: number) => Promise<GoogleEvent[]>;
  /** Deletes all copies except these, with their events. Returns the deleted copies. */
  deleteExcept: (owner: OwnerRef, calendarIds: readonly string[]) => Promise<CalendarCopy[]>;
}

/**
 * How many days share a document, by the events' starts. With 60 days, a month's view reads one or two documents of
 * most calendars.
 */
const CHUNK_DAYS = 60;

/**
 * Most bytes of events in one document. Firestore allows 1 MiB. Further events go into another document for the same
 * days.
 */
const CHUNK_MAX_BYTES = 500_000;

/** Limits of one commit. Firestore allows 500 writes and 10 MiB. */
const COMMIT_MAX = { writes: 400, bytes: 5_000_000 };

/** How many documents are deleted at a time. */
const EVENTS_PAGE = 400;

/** Returns the name of a document. Google's ids may contain any character, so they are hashed. */
const keyOf = (...ids: string[]) => createHash('sha256').update(ids.join('\0')).digest('base64url');

interface Span {
  startsAt: number;
  endsAt: number;
}

/**
 * Returns when an event starts and ends, in ms. An all-day event lasts from the first midnight of its start date to the
 * last midnight of its end date anywhere on Earth.
 */
function span({ start, end }: Pick<GoogleEvent, 'start' | 'end'>): Span {
  const startsAt = msOf(start, firstMidnightOf);
  return { startsAt, endsAt: Math.max(msOf(end, lastMidnightOf), startsAt + 1) };
}

const msOf = (time: GoogleTime, midnightOf: (day: string) => number) =>
  'date' in time ? midnightOf(time.date) : Date.parse(time.dateTime);

/** Some events of one calendar. `startsAt` is the earliest start and `endsAt` the latest end, in ms. */
interface Chunk {
  calendar: string;
  startsAt: number;
  endsAt: number;
  /** The events as JSON. */
  events: string;
}

interface Write {
  document: DocumentReference;
  /** The content to write. If it is absent, the document is deleted. */
  chunk?: Chunk;
}

function eventsIn(stored: DocumentSnapshot): GoogleEvent[] {
  const { events, event } = stored.data() as { events?: string; event?: string };
  // Some stored documents hold a single event, in `event`.
  return JSON.parse(events ?? `[${event}]`) as GoogleEvent[];
}

/** Returns the events of a calendar in chunks, by document name. The same events always make the same chunks. */
function chunksOf(calendarId: string, events: Iterable<GoogleEvent>): Map<string, Chunk> {
  const calendar = keyOf(calendarId);
  const sorted = [...events].sort((one, other) => (one.id < other.id ? -1 : 1));
  const parts = new Map<number, { events: string[]; bytes: number; spans: Span[] }[]>();
  for (const event of sorted) {
    const text = JSON.stringify(event);
    const bytes = Buffer.byteLength(text);
    const eventSpan = span(event);
    const days = Math.floor(eventSpan.startsAt / (CHUNK_DAYS * DAY_MS));
    const ofDays = parts.get(days) ?? [];
    parts.set(days, ofDays);
    let part = ofDays.at(-1);
    if (!part || part.bytes + bytes > CHUNK_MAX_BYTES)
      ofDays.push((part = { events: [], bytes: 0, spans: [] }));
    part.events.push(text);
    part.bytes += bytes;
    part.spans.push(eventSpan);
  }
  return new Map(
    [...parts].flatMap(([days, ofDays]) =>
      ofDays.map(({ events: texts, spans }, part): [string, Chunk] => [
        `${calendar}.${days}.${part}`,
        {
          calendar,
          startsAt: Math.min(...spans.map(({ startsAt }) => startsAt)),
          endsAt: Math.max(...spans.map(({ endsAt }) => endsAt)),
          events: `[${texts.join()}]`,
        },
      ]),
    ),
  );
}

/** Groups writes so that each group fits into one commit. Returns one empty group if there are no writes. */
function commitsOf(writes: readonly Write[]): Write[][] {
  const commits: Write[][] = [[]];
  let bytes = 0;
  for (const write of writes) {
    const size = Buffer.byteLength(write.chunk?.events ?? '');
    const last = commits.at(-1);
    if (last && last.length < COMMIT_MAX.writes && bytes + size <= COMMIT_MAX.bytes) {
      last.push(write);
      bytes += size;
    } else {
      commits.push([write]);
      bytes = size;
    }
  }
  return commits;
}

export function googleCopies(): GoogleCopies {
  const copies = (db: Firestore, { uid }: OwnerRef) =>
    db.collection(`users/${uid}/googleCalendars`);
  const events = (db: Firestore, { uid }: OwnerRef) => db.collection(`users/${uid}/googleEvents`);
  const eventsOf = (db: Firestore, owner: OwnerRef, calendarId: string) =>
    events(db, owner).where('calendar', '==', keyOf(calendarId));

  /** Returns the writes that bring the stored events up to date. */
  async function writesFor(
    owner: OwnerRef,
    copy: CalendarCopy,
    synced: SyncedEvents,
  ): Promise<Write[]> {
    if (!synced.isFull && synced.events.length === 0 && synced.deletedIds.length === 0) return [];
    const { db } = await firestore();
    const { docs } = await eventsOf(db, owner, copy.calendarId).get();
    const kept = synced.isFull ? [] : docs.flatMap(eventsIn);
    const wanted = new Map(kept.map((event) => [event.id, event]));
    for (const id of synced.deletedIds) wanted.delete(id);
    for (const event of synced.events) {
      const { startsAt, endsAt } = span(event);
      // Google also reports changes outside of the window.
      if (synced.isFull || (startsAt < copy.to && endsAt > copy.from)) wanted.set(event.id, event);
      else wanted.delete(event.id);
    }
    const chunks = chunksOf(copy.calendarId, wanted.values());
    const stored = new Map(docs.map((one) => [one.id, one]));
    const changed = [...chunks].filter(
      ([id, { events: text }]) => stored.get(id)?.get('events') !== text,
    );
    return [
      ...changed.map(([id, chunk]) => ({ document: events(db, owner).doc(id), chunk })),
      ...docs.filter(({ id }) => !chunks.has(id)).map(({ ref }) => ({ document: ref })),
    ];
  }

  /**
   * Creates an empty copy if its calendar is selected, and returns its version. Returns undefined if the copy can't be
   * created. A calendar is deselected before its copy is deleted, so a copy created too late is either refused or
   * deleted again.
   */
  async function create(owner: OwnerRef, copy: CalendarCopy): Promise<Version | undefined> {
    const { db } = await firestore();
    const document = copies(db, owner).doc(keyOf(copy.calendarId));
    const isCreated = await db.runTransaction(async (transaction) => {
      const connection = await transaction.get(connectionDocument(db, owner, copy.connectionId));
      const { selectedIds = [] } = (connection.data() ?? {}) as Partial<Connection>;
      const found = await transaction.get(document);
      if (found.exists || !selectedIds.includes(copy.calendarId)) return false;
      transaction.create(document, { ...copy, syncToken: null, readAt: 0, isStale: true });
      return true;
    });
    if (!isCreated) return undefined;
    const created = await document.get();
    return created.get('readAt') === 0 ? created.updateTime : undefined;
  }

  /** Deletes events page by page. Stops if `unless` finds a copy, because a sync may just have written its events. */
  async function deleteEvents(those: Query, unless: Query): Promise<void> {
    const { db } = await firestore();
    let isMore = true;
    while (isMore)
      isMore = await db.runTransaction(async (transaction) => {
        const copy = await transaction.get(unless.limit(1));
        if (copy.docs.length > 0) return false;
        const { docs } = await transaction.get(those.select().limit(EVENTS_PAGE));
        for (const { ref } of docs) transaction.delete(ref);
        return docs.length === EVENTS_PAGE;
      });
  }

  return {
    async get(owner, calendarIds) {
      if (calendarIds.length === 0) return new Map();
      const { db } = await firestore();
      const documents = calendarIds.map((id) => copies(db, owner).doc(keyOf(id)));
      const found = await db.getAll(...documents);
      return new Map(
        found.flatMap((snapshot): [string, StoredCopy][] => {
          const { updateTime: version } = snapshot;
          const copy = snapshot.data() as CalendarCopy | undefined;
          return copy && version ? [[copy.calendarId, { copy, version }]] : [];
        }),
      );
    },

    async applySync(owner, copy, synced, before) {
      const opened = await firestore();
      const { db } = opened;
      const document = copies(db, owner).doc(keyOf(copy.calendarId));
      let unchangedSince = before ? before.version : await create(owner, copy);
      if (!unchangedSince) return undefined;
      const writes = await writesFor(owner, copy, synced);
      const isAnnounced = before?.copy.isAnnounced ?? false;
      const commits = commitsOf(writes);
      for (const [index, commit] of commits.entries()) {
        const isLast = index === commits.length - 1;
        const batch = db.batch();
        // Each commit requires that the copy hasn't changed, so two syncs never mix. The copy is stale until the last
        // commit, so an interrupted sync is repeated.
        const fields = isLast ? { ...copy } : { isStale: true };
        batch.update(document, fields, { lastUpdateTime: unchangedSince });
        const connection = connectionDocument(db, owner, copy.connectionId);
        batch.update(connection, { lastSyncedAt: copy.syncedAt });
        for (const { document: target, chunk } of commit)
          if (chunk) batch.set(target, chunk);
          else batch.delete(target);
        if (isLast && writes.length > 0 && !isAnnounced)
          raiseCounters(opened, batch, owner, ['googleCalendar']);
        try {
          unchangedSince = (await batch.commit())[0]?.writeTime ?? unchangedSince;
        } catch (error) {
          if (isStaleWrite(error)) return undefined;
          throw error;
        }
      }
      return { copy, version: unchangedSince };
    },

    async update(owner, { copy, version }, fields) {
      const { db } = await firestore();
      const document = copies(db, owner).doc(keyOf(copy.calendarId));
      try {
        await document.update(fields, { lastUpdateTime: version });
        return true;
      } catch (error) {
        if (isStaleWrite(error)) return false;
        throw error;
      }
    },

    async markStale(owner, calendarId) {
      const opened = await firestore();
      const { db } = opened;
      const batch = db.batch();
      const told = { isStale: true, isAnnounced: true };
      batch.update(copies(db, owner).doc(keyOf(calendarId)), told);
      raiseCounters(opened, batch, owner, ['googleCalendar']);
      try {
        await batch.commit();
      } catch (error) {
        if (!isStaleWrite(error)) throw error;
      }
    },

    async events(owner, from, to) {
      const { db } = await firestore();
      const overlapping = events(db, owner)
        .where('startsAt', '<', to)
        .where('endsAt', '>', from)
        .orderBy('startsAt')
        .orderBy('endsAt');
      const { docs } = await overlapping.get();
      return docs.flatMap(eventsIn).filter((event) => {
        const { startsAt, endsAt } = span(event);
        return startsAt < to && endsAt > from;
      });
    },

    async deleteExcept(owner, calendarIds) {
      const { db } = await firestore();
      const { docs } = await copies(db, owner).get();
      const keptKeys = new Set(calendarIds.map((id) => keyOf(id)));
      const deleted = docs.filter(({ id }) => !keptKeys.has(id));
      // Delete the copies first, so that a running sync fails on its condition and writes nothing more.
      for (const { ref } of deleted) await ref.delete();
      const deletedCopies = deleted.map((one) => one.data() as CalendarCopy);
      for (const { calendarId } of deletedCopies)
        await deleteEvents(
          eventsOf(db, owner, calendarId),
          copies(db, owner).where('calendarId', '==', calendarId),
        );
      // Also delete events that an interrupted call has left.
      if (calendarIds.length === 0) await deleteEvents(events(db, owner), copies(db, owner));
      return deletedCopies;
    },
  };
}
