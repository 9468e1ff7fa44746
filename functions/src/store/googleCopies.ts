import { createHash } from 'node:crypto';
import type { GoogleEvent, GoogleTime } from '@daymark/contract/googleCalendar';
import type { DocumentReference, Firestore, QuerySnapshot } from 'firebase-admin/firestore';
import type { OwnerRef } from '../owner';
import { firestore, isAlreadyExists, isOvertaken } from './firestore';
import { connectionDocument, type Version } from './googleConnections';
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
  /** Google has answered that this calendar does not exist. */
  isGone: boolean;
  /** The channel on which Google reports changes; it works until `watchedUntil`. */
  channelId: string | null;
  watchedUntil: number;
}

interface Standing {
  copy: CalendarCopy;
  version: Version;
}

/** What a sync changes. */
interface News {
  events: readonly GoogleEvent[];
  /** Ids of those that are no longer there. */
  gone: readonly string[];
  /** Whether what is not among the events is no longer there either. */
  isFull: boolean;
}

/** Our copies of a person's calendars at Google, and the events in them. */
export interface GoogleCopies {
  get: (owner: OwnerRef, calendarIds: readonly string[]) => Promise<Map<string, Standing>>;
  /**
   * Takes a sync in. It counts only if nobody else's did since `version` (undefined: there was no copy), and while the
   * person is connected: otherwise false, and the copy is as it was, or as the other left it.
   */
  takeIn: (
    owner: OwnerRef,
    copy: CalendarCopy,
    news: News,
    version: Version | undefined,
  ) => Promise<boolean>;
  /** Writes into a copy, if it is still there. */
  update: (owner: OwnerRef, calendarId: string, fields: Partial<CalendarCopy>) => Promise<void>;
  /** Has the next read ask Google, and tells open apps. */
  markStale: (owner: OwnerRef, calendarId: string) => Promise<void>;
  /** The events of all copies that may touch the time between two moments (in ms): a day more of those all day. */
  events: (owner: OwnerRef, from: number, to: number) => Promise<GoogleEvent[]>;
  /** Takes away all copies but these; answers what is known of those that went. */
  keepOnly: (owner: OwnerRef, calendarIds: readonly string[]) => Promise<CalendarCopy[]>;
}

/** Firestore's most is 500 writes in a commit; a few of them are not events. */
const BATCH_MAX = 400;

/** Google's ids may be anything, so documents are named by their hash. */
const keyOf = (...ids: string[]) => createHash('sha256').update(ids.join('\0')).digest('base64url');

const HOUR = 60 * 60 * 1000;

/** Between which moments something is on; a date is somewhere from 14 hours before UTC's to 12 after. */
function span({ start, end }: Pick<GoogleEvent, 'start' | 'end'>) {
  const startsAt = momentOf(start, -14 * HOUR);
  return { startsAt, goneAt: Math.max(momentOf(end, 12 * HOUR), startsAt + 1) };
}

const momentOf = (time: GoogleTime, shift: number) =>
  'date' in time ? Date.parse(`${time.date}T00:00:00Z`) + shift : Date.parse(time.dateTime);

export function googleCopies(): GoogleCopies {
  const copies = (db: Firestore, { uid }: OwnerRef) =>
    db.collection(`users/${uid}/googleCalendars`);
  const events = (db: Firestore, { uid }: OwnerRef) => db.collection(`users/${uid}/googleEvents`);
  const eventsOf = (db: Firestore, owner: OwnerRef, calendarId: string) =>
    events(db, owner).where('calendar', '==', keyOf(calendarId)).get();

  type Write = { document: DocumentReference; event?: GoogleEvent };

  /** What has to be written for the events to be as the news has them. */
  async function writesFor(owner: OwnerRef, copy: CalendarCopy, news: News): Promise<Write[]> {
    const { db } = await firestore();
    const { calendarId } = copy;
    const document = (id: string) => events(db, owner).doc(keyOf(calendarId, id));
    const isWithin = (event: GoogleEvent) => {
      const { startsAt, goneAt } = span(event);
      return startsAt < copy.to && goneAt > copy.from;
    };
    // Google tells of changes outside of the window too.
    const kept = news.events.filter((event) => news.isFull || isWithin(event));
    const writes = new Map<string, Write>();
    for (const event of kept)
      writes.set(document(event.id).id, { document: document(event.id), event });
    if (!news.isFull) {
      const outside = news.events.filter((event) => !isWithin(event)).map(({ id }) => id);
      for (const id of [...news.gone, ...outside])
        writes.set(document(id).id, { document: document(id) });
      return [...writes.values()];
    }
    const standing = await eventsOf(db, owner, calendarId);
    for (const one of standing.docs) {
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
        found.flatMap((snapshot): [string, Standing][] => {
          const { updateTime: version } = snapshot;
          const copy = snapshot.data() as CalendarCopy | undefined;
          return copy && version ? [[copy.calendarId, { copy, version }]] : [];
        }),
      );
    },

    async takeIn(owner, copy, news, version) {
      const { db, FieldValue } = await firestore();
      const document = copies(db, owner).doc(keyOf(copy.calendarId));
      const writes = await writesFor(owner, copy, news);
      let unchangedSince = version;
      for (let first = 0; first === 0 || first < writes.length; first += BATCH_MAX) {
        const isLast = first + BATCH_MAX >= writes.length;
        const batch = db.batch();
        // In each commit the copy itself, on the condition that nobody else has written it: two syncs never mix. Until
        // the last it stays what it was, so that one which is cut off is done again.
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
        const raise = { googleCalendar: FieldValue.increment(1) };
        if (isLast && writes.length > 0)
          batch.set(revisionsDocument(db, owner), raise, { merge: true });
        try {
          unchangedSince = (await batch.commit())[0]?.writeTime;
        } catch (error) {
          if (isOvertaken(error) || isAlreadyExists(error)) return false;
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
        if (!isOvertaken(error)) throw error;
      }
    },

    async markStale(owner, calendarId) {
      const { db, FieldValue } = await firestore();
      const batch = db.batch();
      batch.update(copies(db, owner).doc(keyOf(calendarId)), { isStale: true });
      const raise = { googleCalendar: FieldValue.increment(1) };
      batch.set(revisionsDocument(db, owner), raise, { merge: true });
      try {
        await batch.commit();
      } catch (error) {
        if (!isOvertaken(error)) throw error;
      }
    },

    async events(owner, from, to) {
      const { db } = await firestore();
      const touching = events(db, owner).where('startsAt', '<', to).where('goneAt', '>', from);
      const { docs } = await touching.get();
      return docs.map((one) => JSON.parse(String(one.get('event'))) as GoogleEvent);
    },

    async keepOnly(owner, calendarIds) {
      const { db } = await firestore();
      const { docs } = await copies(db, owner).get();
      const kept = new Set(calendarIds.map((id) => keyOf(id)));
      const going = docs.filter(({ id }) => !kept.has(id));
      // The copies first: a sync that is under way then finds its own gone, and writes no more.
      for (const { ref } of going) await ref.delete();
      const left = calendarIds.length === 0 ? [await events(db, owner).select().get()] : [];
      if (calendarIds.length > 0)
        for (const one of going)
          left.push(await eventsOf(db, owner, (one.data() as CalendarCopy).calendarId));
      await Promise.all(left.map((found) => deleteAll(db, found)));
      return going.map((one) => one.data() as CalendarCopy);
    },
  };
}

async function deleteAll(db: Firestore, { docs }: QuerySnapshot): Promise<void> {
  for (let first = 0; first < docs.length; first += BATCH_MAX) {
    const batch = db.batch();
    for (const { ref } of docs.slice(first, first + BATCH_MAX)) batch.delete(ref);
    await batch.commit();
  }
}
