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

/** Our copy of one Google calendar. Times in ms. */
export interface CalendarCopy {
  calendarId: string;
  /** The calendar's name when Google last listed it. */
  name: string;
  /** The connection with which the copy was made. */
  connectionId: string;
  /** Null when the next sync has to read everything. */
  syncToken: string | null;
  /** The copy has the events between these two moments. */
  from: number;
  to: number;
  syncedAt: number;
  /** When the whole calendar was last read, and not only what had changed. 0 until then. */
  readAt: number;
  /** Google has reported a change that is not in the copy yet. */
  isStale: boolean;
  /** Open apps have been told of that change. Absent from copies of before 2026-11-26. */
  isAnnounced?: boolean;
  /** Google has answered that this calendar does not exist. */
  isGone: boolean;
  /** The channel on which Google reports changes; it works until `watchedUntil`. */
  channelId: string | null;
  watchedUntil: number;
}

export interface StoredCopy {
  copy: CalendarCopy;
  version: Version;
}

/** What a sync read from Google. */
interface SyncedEvents {
  events: readonly GoogleEvent[];
  /** Ids of deleted events. */
  deletedIds: readonly string[];
  /** Whether `events` is complete: every other event of the copy was deleted. */
  isFull: boolean;
}

/** The calendar copies of a person, and the events in them. */
export interface GoogleCopies {
  get: (owner: OwnerRef, calendarIds: readonly string[]) => Promise<Map<string, StoredCopy>>;
  /**
   * Writes what a sync read, and notifies open apps of what has changed, unless they are told already: of a change that
   * makes them read, and the read sync. Returns the copy as it is now. Undefined, without a change, when another sync
   * has written since `before` was read (undefined: there was no copy), the person has disconnected or connected again,
   * or the calendar is no longer selected.
   */
  applySync: (
    owner: OwnerRef,
    copy: CalendarCopy,
    synced: SyncedEvents,
    before: StoredCopy | undefined,
  ) => Promise<StoredCopy | undefined>;
  /** Updates a copy. False when it has changed since it was read. */
  update: (owner: OwnerRef, before: StoredCopy, fields: Partial<CalendarCopy>) => Promise<boolean>;
  /** Makes the next read sync this calendar, and notifies open apps. */
  markStale: (owner: OwnerRef, calendarId: string) => Promise<void>;
  /** The events of all copies that may overlap the time between two moments (in ms). All-day events get a margin, see `span`. */
  events: (owner: OwnerRef, from: number, to: number) => Promise<GoogleEvent[]>;
  /** Deletes all copies except these, with their events. Answers the deleted copies. */
  deleteExcept: (owner: OwnerRef, calendarIds: readonly string[]) => Promise<CalendarCopy[]>;
}

/** Events are stored by when they start, so many days of a calendar together: a month's view reads one or two documents. */
const CHUNK_DAYS = 60;

/** A document may have 1 MiB. What starts in the same days and does not fit goes into another one. */
const CHUNK_MAX_BYTES = 500_000;

/** Firestore allows 500 writes and 10 MiB in a commit. */
const COMMIT_MAX = { writes: 400, bytes: 5_000_000 };

/** How many documents are deleted at a time. */
const EVENTS_PAGE = 400;

/** Google's ids may contain anything, so documents are named by their hash. */
const keyOf = (...ids: string[]) => createHash('sha256').update(ids.join('\0')).digest('base64url');

interface Span {
  startsAt: number;
  goneAt: number;
}

/** When an event starts and ends, in ms: one of dates where its days begin first and end last. */
function span({ start, end }: Pick<GoogleEvent, 'start' | 'end'>): Span {
  const startsAt = msOf(start, firstMidnightOf);
  return { startsAt, goneAt: Math.max(msOf(end, lastMidnightOf), startsAt + 1) };
}

const msOf = (time: GoogleTime, midnightOf: (day: string) => number) =>
  'date' in time ? midnightOf(time.date) : Date.parse(time.dateTime);

/** Some events of a calendar, and when the first starts and all are over, in ms. */
interface Chunk {
  calendar: string;
  startsAt: number;
  goneAt: number;
  /** As JSON. */
  events: string;
}

interface Write {
  document: DocumentReference;
  /** Without one, the document is deleted. */
  chunk?: Chunk;
}

function eventsIn(stored: DocumentSnapshot): GoogleEvent[] {
  const { events, event } = stored.data() as { events?: string; event?: string };
  // Until 2026-11-26 each event had a document of its own.
  return JSON.parse(events ?? `[${event}]`) as GoogleEvent[];
}

/** The events of a calendar in chunks, by their documents' names: the same events make the same chunks. */
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
          goneAt: Math.max(...spans.map(({ goneAt }) => goneAt)),
          events: `[${texts.join()}]`,
        },
      ]),
    ),
  );
}

/** Writes in groups that each fit into a commit; one group, if there are none. */
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

  /** The writes that bring the stored events up to date. */
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
      const { startsAt, goneAt } = span(event);
      // Google reports changes outside of the window, too.
      if (synced.isFull || (startsAt < copy.to && goneAt > copy.from)) wanted.set(event.id, event);
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
   * Creates a copy that nothing was read into yet, if its calendar is selected. A calendar is deselected before its copy
   * is deleted, so a copy is either not created or deleted again. Undefined if it can't be created.
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

  /** Deletes events page by page, unless there is one of these copies: a sync may just have written its events. */
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
        // Each commit writes the copy on the condition that nobody else has: two syncs never mix. Until the last commit
        // the copy is stale, so that a sync that was cut off is done again.
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
      const overlapping = events(db, owner).where('startsAt', '<', to).where('goneAt', '>', from);
      const { docs } = await overlapping.get();
      return docs.flatMap(eventsIn).filter((event) => {
        const { startsAt, goneAt } = span(event);
        return startsAt < to && goneAt > from;
      });
    },

    async deleteExcept(owner, calendarIds) {
      const { db } = await firestore();
      const { docs } = await copies(db, owner).get();
      const keptKeys = new Set(calendarIds.map((id) => keyOf(id)));
      const deleted = docs.filter(({ id }) => !keptKeys.has(id));
      // The copies first: a running sync then fails on its condition and writes nothing more.
      for (const { ref } of deleted) await ref.delete();
      const deletedCopies = deleted.map((one) => one.data() as CalendarCopy);
      for (const { calendarId } of deletedCopies)
        await deleteEvents(
          eventsOf(db, owner, calendarId),
          copies(db, owner).where('calendarId', '==', calendarId),
        );
      // Also those that an interrupted call has left.
      if (calendarIds.length === 0) await deleteEvents(events(db, owner), copies(db, owner));
      return deletedCopies;
    },
  };
}
