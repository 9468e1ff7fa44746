import { createHash } from 'node:crypto';
import type { GoogleEvent, GoogleTime } from '@daymark/contract/googleCalendar';
import type { DocumentReference, Firestore } from 'firebase-admin/firestore';
import type { OwnerRef } from '../owner';
import { deleteAll } from './deleteAll';
import { firestore, isAlreadyExists, isStaleWrite } from './firestore';
import { connectionDocument, type Version } from './googleConnections';
import { firstMidnightOf, lastMidnightOf } from './midnights';
import { revisionsDocument } from './revisions';

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
  /** When the whole calendar was last read, and not only what had changed. */
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

interface StoredCopy {
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
   * makes them read, and the read sync. False, without a change, when another sync has written since `before` was read
   * (undefined: there was no copy) or the person has disconnected.
   */
  applySync: (
    owner: OwnerRef,
    copy: CalendarCopy,
    synced: SyncedEvents,
    before: StoredCopy | undefined,
  ) => Promise<boolean>;
  /** Updates a copy if it still exists. */
  update: (owner: OwnerRef, calendarId: string, fields: Partial<CalendarCopy>) => Promise<void>;
  /** Makes the next read sync this calendar, and notifies open apps. */
  markStale: (owner: OwnerRef, calendarId: string) => Promise<void>;
  /** The events of all copies that may overlap the time between two moments (in ms). All-day events get a margin, see `span`. */
  events: (owner: OwnerRef, from: number, to: number) => Promise<GoogleEvent[]>;
  /** Deletes all copies except these, with their events. Answers the deleted copies. */
  deleteExcept: (owner: OwnerRef, calendarIds: readonly string[]) => Promise<CalendarCopy[]>;
}

/** Firestore allows 500 writes in a commit; a few of them are not events. */
const BATCH_MAX = 400;

/** Google's ids may contain anything, so documents are named by their hash. */
const keyOf = (...ids: string[]) => createHash('sha256').update(ids.join('\0')).digest('base64url');

/** When an event starts and ends, in ms: one of dates where its days begin first and end last. */
function span({ start, end }: Pick<GoogleEvent, 'start' | 'end'>) {
  const startsAt = momentOf(start, firstMidnightOf);
  return { startsAt, goneAt: Math.max(momentOf(end, lastMidnightOf), startsAt + 1) };
}

const momentOf = (time: GoogleTime, midnightOf: (day: string) => number) =>
  'date' in time ? midnightOf(time.date) : Date.parse(time.dateTime);

export function googleCopies(): GoogleCopies {
  const copies = (db: Firestore, { uid }: OwnerRef) =>
    db.collection(`users/${uid}/googleCalendars`);
  const events = (db: Firestore, { uid }: OwnerRef) => db.collection(`users/${uid}/googleEvents`);
  const eventsOf = (db: Firestore, owner: OwnerRef, calendarId: string) =>
    events(db, owner).where('calendar', '==', keyOf(calendarId));

  type Write = { document: DocumentReference; event?: GoogleEvent };

  /** The writes that bring the stored events up to date. */
  async function writesFor(
    owner: OwnerRef,
    copy: CalendarCopy,
    synced: SyncedEvents,
  ): Promise<Write[]> {
    const { db } = await firestore();
    const { calendarId } = copy;
    const document = (id: string) => events(db, owner).doc(keyOf(calendarId, id));
    const isWithin = (event: GoogleEvent) => {
      const { startsAt, goneAt } = span(event);
      return startsAt < copy.to && goneAt > copy.from;
    };
    // Google reports changes outside of the window, too.
    const wanted = synced.events.filter((event) => synced.isFull || isWithin(event));
    const writes = new Map<string, Write>();
    for (const event of wanted)
      writes.set(document(event.id).id, { document: document(event.id), event });
    if (!synced.isFull) {
      const outside = synced.events.filter((event) => !isWithin(event)).map(({ id }) => id);
      for (const id of [...synced.deletedIds, ...outside])
        writes.set(document(id).id, { document: document(id) });
      return [...writes.values()];
    }
    const stored = await eventsOf(db, owner, calendarId).get();
    for (const one of stored.docs) {
      const event = writes.get(one.id)?.event;
      if (!event) writes.set(one.id, { document: one.ref });
      else if (one.get('event') === JSON.stringify(event)) writes.delete(one.id);
    }
    return [...writes.values()];
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
      const { db, FieldValue } = await firestore();
      const document = copies(db, owner).doc(keyOf(copy.calendarId));
      const writes = await writesFor(owner, copy, synced);
      let unchangedSince = before?.version;
      const isAnnounced = before?.copy.isAnnounced ?? false;
      for (let first = 0; first === 0 || first < writes.length; first += BATCH_MAX) {
        const isLast = first + BATCH_MAX >= writes.length;
        const batch = db.batch();
        // Each commit writes the copy on the condition that nobody else has: two syncs never mix. Until the last commit
        // the copy is stale, so that a sync that was cut off is done again.
        const fields = isLast ? { ...copy } : { isStale: true };
        if (unchangedSince) batch.update(document, fields, { lastUpdateTime: unchangedSince });
        else batch.create(document, isLast ? copy : { ...copy, syncToken: null, isStale: true });
        batch.update(connectionDocument(db, owner), { lastSyncedAt: copy.syncedAt });
        for (const { document: target, event } of writes.slice(first, first + BATCH_MAX))
          if (!event) batch.delete(target);
          else {
            const calendar = keyOf(copy.calendarId);
            batch.set(target, { calendar, ...span(event), event: JSON.stringify(event) });
          }
        const raised = { googleCalendar: FieldValue.increment(1) };
        if (isLast && writes.length > 0 && !isAnnounced)
          batch.set(revisionsDocument(db, owner), raised, { merge: true });
        try {
          unchangedSince = (await batch.commit())[0]?.writeTime;
        } catch (error) {
          if (isStaleWrite(error) || isAlreadyExists(error)) return false;
          throw error;
        }
      }
      return true;
    },

    async update(owner, calendarId, fields) {
      const { db } = await firestore();
      try {
        await copies(db, owner).doc(keyOf(calendarId)).update(fields);
      } catch (error) {
        if (!isStaleWrite(error)) throw error;
      }
    },

    async markStale(owner, calendarId) {
      const { db, FieldValue } = await firestore();
      const batch = db.batch();
      const told = { isStale: true, isAnnounced: true };
      batch.update(copies(db, owner).doc(keyOf(calendarId)), told);
      const raised = { googleCalendar: FieldValue.increment(1) };
      batch.set(revisionsDocument(db, owner), raised, { merge: true });
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
      return docs.map((one) => JSON.parse(String(one.get('event'))) as GoogleEvent);
    },

    async deleteExcept(owner, calendarIds) {
      const { db } = await firestore();
      const { docs } = await copies(db, owner).get();
      const keptKeys = new Set(calendarIds.map((id) => keyOf(id)));
      const deleted = docs.filter(({ id }) => !keptKeys.has(id));
      // The copies first: a running sync then fails on its condition and writes nothing more.
      for (const { ref } of deleted) await ref.delete();
      if (calendarIds.length === 0) await deleteAll(events(db, owner));
      else
        for (const one of deleted)
          await deleteAll(eventsOf(db, owner, (one.data() as CalendarCopy).calendarId));
      return deleted.map((one) => one.data() as CalendarCopy);
    },
  };
}
