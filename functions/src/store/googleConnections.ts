import type { CalendarError, GoogleCalendar } from '@daymark/contract/googleCalendar';
import type { DocumentReference, Firestore, Timestamp } from 'firebase-admin/firestore';
import type { OwnerRef } from '../owner';
import { firestore, isNotFound, isOvertaken } from './firestore';
import { revisionsDocument } from './revisions';

/** A person's grant, as stored in `googleCalendarTokens/{uid}`. */
export interface StoredGrant {
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

/** As it was when it was read: a write on this condition finds it unchanged. */
export type Version = Timestamp;

export interface GoogleConnections {
  get: (owner: OwnerRef) => Promise<Connection | undefined>;
  /** Makes a connection, or puts another in its place. */
  put: (owner: OwnerRef, connection: Connection, grant: StoredGrant) => Promise<void>;
  /** Writes into the connection, if it is still there; `isNews` tells open apps. */
  update: (
    owner: OwnerRef,
    fields: Partial<Omit<Connection, 'id'>>,
    how: { isNews: boolean },
  ) => Promise<void>;
  grant: (owner: OwnerRef) => Promise<{ grant: StoredGrant; version: Version } | undefined>;
  /** False when it was changed since. */
  replaceGrant: (owner: OwnerRef, grant: StoredGrant, version: Version) => Promise<boolean>;
  /** Marks the connection expired, and wipes nothing. False when the grant was changed since. */
  expire: (owner: OwnerRef, calendarError: CalendarError, version: Version) => Promise<boolean>;
  /** Takes connection and grant away, and keeps in the same commit what is to be ended at Google. Repeatable. */
  remove: (owner: OwnerRef, revocation: Revocation | undefined) => Promise<void>;
  revocations: (most: number) => Promise<Revocation[]>;
  forgetRevocation: (id: string) => Promise<void>;
}

/** How long we try to end a grant, in ms: by then it is of no use to anyone. */
const REVOCATION_LIFE = 30 * 24 * 60 * 60 * 1000;

/** The document that says how a person's connection stands; every write of a copy needs it to be there. */
export const connectionDocument = (db: Firestore, { uid }: OwnerRef): DocumentReference =>
  db.doc(`users/${uid}/googleCalendar/connection`);

export function googleConnections(): GoogleConnections {
  const grantDocument = (db: Firestore, { uid }: OwnerRef) => db.doc(`googleCalendarTokens/${uid}`);

  async function batched(owner: OwnerRef) {
    const { db, FieldValue } = await firestore();
    const raise = { googleCalendar: FieldValue.increment(1) };
    const batch = db.batch().set(revisionsDocument(db, owner), raise, { merge: true });
    return { db, batch };
  }

  return {
    async get(owner) {
      const { db } = await firestore();
      return (await connectionDocument(db, owner).get()).data() as Connection | undefined;
    },

    async put(owner, connection, grant) {
      const { db, batch } = await batched(owner);
      batch.set(connectionDocument(db, owner), connection).set(grantDocument(db, owner), grant);
      await batch.commit();
    },

    async update(owner, fields, { isNews }) {
      const { db, batch: telling } = await batched(owner);
      const batch = isNews ? telling : db.batch();
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
      return unlessOvertaken(grantDocument(db, owner).update({ ...grant }, unchanged));
    },

    async expire(owner, calendarError, version) {
      const { db, batch } = await batched(owner);
      batch.update(grantDocument(db, owner), { expiresAt: 0 }, { lastUpdateTime: version });
      batch.update(connectionDocument(db, owner), { status: 'expired', calendarError });
      return unlessOvertaken(batch.commit());
    },

    async remove(owner, revocation) {
      const { db, batch } = await batched(owner);
      batch.delete(connectionDocument(db, owner)).delete(grantDocument(db, owner));
      if (revocation) {
        const { id, sealed } = revocation;
        const expiresAt = new Date(Date.now() + REVOCATION_LIFE);
        batch.set(db.doc(`googleRevocations/${id}`), { sealed, expiresAt });
      }
      await batch.commit();
    },

    async revocations(most) {
      const { db } = await firestore();
      const { docs } = await db.collection('googleRevocations').limit(most).get();
      return docs.map((one) => ({ id: one.id, sealed: String(one.get('sealed')) }));
    },

    async forgetRevocation(id) {
      const { db } = await firestore();
      await db.doc(`googleRevocations/${id}`).delete();
    },
  };
}

async function unlessOvertaken(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isOvertaken(error)) return false;
    throw error;
  }
}
