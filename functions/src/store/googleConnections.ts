import type { CalendarError, GoogleCalendar } from '@daymark/contract/googleCalendar';
import type { DocumentReference, Firestore, Timestamp, WriteBatch } from 'firebase-admin/firestore';
import type { OwnerRef } from '../owner';
import { firestore, isNotFound, isStaleWrite } from './firestore';
import { raiseCounters } from './revisions';

/** A person's grant, as stored in `googleCalendarTokens/{uid}`. */
interface StoredGrant {
  /** Both tokens, sealed. */
  sealed: string;
  /** When the access token expires, in ms. */
  expiresAt: number;
}

/** A connection to Google Calendar, without its tokens. */
export interface Connection {
  /** A new one each time the person connects: a calendar copy belongs to one connection. */
  id: string;
  status: 'connected' | 'expired';
  calendars: GoogleCalendar[];
  /** When Google last listed the calendars, in ms; null when it never did. */
  listedAt: number | null;
  selectedIds: string[];
  /** When events were last read from Google, in ms. */
  lastSyncedAt: number | null;
  calendarError: CalendarError | null;
}

/** A grant that still has to be revoked at Google. It does not say whose it was. */
export interface Revocation {
  id: string;
  sealed: string;
}

/** The version of a document that was read. A write on this condition fails if the document has changed since. */
export type Version = Timestamp;

export interface GoogleConnections {
  get: (owner: OwnerRef) => Promise<Connection | undefined>;
  /** Creates the connection or replaces it. */
  save: (owner: OwnerRef, connection: Connection, grant: StoredGrant) => Promise<void>;
  /** Updates the connection if it still exists. `notify` raises the counter that open apps listen to. */
  update: (
    owner: OwnerRef,
    fields: Partial<Omit<Connection, 'id'>>,
    options: { notify: boolean },
  ) => Promise<void>;
  grant: (owner: OwnerRef) => Promise<{ grant: StoredGrant; version: Version } | undefined>;
  /** False when the grant has changed since `version`. */
  replaceGrant: (owner: OwnerRef, grant: StoredGrant, version: Version) => Promise<boolean>;
  /** Marks the connection as expired and keeps its data. False when the grant has changed since `version`. */
  expire: (owner: OwnerRef, calendarError: CalendarError, version: Version) => Promise<boolean>;
  /** Deletes connection and grant, and stores the revocation in the same commit. Can be repeated. */
  remove: (owner: OwnerRef, revocation: Revocation | undefined) => Promise<void>;
  /** The revocations that were last tried before a moment, the longest ago first, `limit` at most. */
  revocations: (triedBefore: Date, limit: number) => Promise<Revocation[]>;
  /** Notes a try that failed: the revocation is behind all others now. Does nothing if it was deleted meanwhile. */
  noteTried: (id: string, triedAt: Date) => Promise<void>;
  deleteRevocation: (id: string) => Promise<void>;
}

/** How long revoking a grant is retried. After that the grant is of no use to anyone. */
const REVOCATION_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** The document of a person's connection. Every write of a calendar copy requires it to exist. */
export const connectionDocument = (db: Firestore, { uid }: OwnerRef): DocumentReference =>
  db.doc(`users/${uid}/googleCalendar/connection`);

export function googleConnections(): GoogleConnections {
  const grantDocument = (db: Firestore, { uid }: OwnerRef) => db.doc(`googleCalendarTokens/${uid}`);

  /** A batch that raises the counters that open apps listen to: of the connection, and of everything of the calendar. */
  async function startBatch(owner: OwnerRef) {
    const opened = await firestore();
    const batch = opened.db.batch();
    raiseCounters(opened, batch, owner, ['googleConnection', 'googleCalendar']);
    return { db: opened.db, batch };
  }

  return {
    async get(owner) {
      const { db } = await firestore();
      return (await connectionDocument(db, owner).get()).data() as Connection | undefined;
    },

    async save(owner, connection, grant) {
      const { db, batch } = await startBatch(owner);
      batch.set(connectionDocument(db, owner), connection).set(grantDocument(db, owner), grant);
      await batch.commit();
    },

    async update(owner, fields, { notify }) {
      const { db, batch: notifying } = await startBatch(owner);
      const batch = notify ? notifying : db.batch();
      try {
        await batch.update(connectionDocument(db, owner), fields).commit();
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },

    async grant(owner) {
      const { db } = await firestore();
      const snapshot = await grantDocument(db, owner).get();
      if (!snapshot.updateTime) return undefined;
      return { grant: snapshot.data() as StoredGrant, version: snapshot.updateTime };
    },

    async replaceGrant(owner, grant, version) {
      const { db } = await firestore();
      const unchanged = { lastUpdateTime: version };
      return unlessStale(grantDocument(db, owner).update({ ...grant }, unchanged));
    },

    async expire(owner, calendarError, version) {
      const { db, batch } = await startBatch(owner);
      batch.update(grantDocument(db, owner), { expiresAt: 0 }, { lastUpdateTime: version });
      batch.update(connectionDocument(db, owner), { status: 'expired', calendarError });
      return unlessStale(batch.commit());
    },

    async remove(owner, revocation) {
      const { db, batch: notifying } = await startBatch(owner);
      const removeIn = (batch: WriteBatch) => {
        batch.delete(connectionDocument(db, owner)).delete(grantDocument(db, owner));
        if (revocation) {
          const { id, sealed } = revocation;
          const triedAt = new Date();
          const expiresAt = new Date(triedAt.getTime() + REVOCATION_LIFETIME_MS);
          batch.set(db.doc(`googleRevocations/${id}`), { sealed, triedAt, expiresAt });
        }
        return batch.commit();
      };
      await removeIn(notifying).catch((error: unknown) => {
        // The account is being deleted: there is nobody to notify.
        if (!isNotFound(error)) throw error;
        return removeIn(db.batch());
      });
    },

    async revocations(triedBefore, limit) {
      const { db } = await firestore();
      const due = db.collection('googleRevocations').where('triedAt', '<', triedBefore);
      const { docs } = await due.orderBy('triedAt').limit(limit).get();
      return docs.map((one) => ({ id: one.id, sealed: String(one.get('sealed')) }));
    },

    async noteTried(id, triedAt) {
      const { db } = await firestore();
      try {
        await db.doc(`googleRevocations/${id}`).update({ triedAt });
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },

    async deleteRevocation(id) {
      const { db } = await firestore();
      await db.doc(`googleRevocations/${id}`).delete();
    },
  };
}

async function unlessStale(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isStaleWrite(error)) return false;
    throw error;
  }
}
