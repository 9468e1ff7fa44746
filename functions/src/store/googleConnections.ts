import { DAY_MS } from '@daymark/contract/time/units';
import type { CalendarError, GoogleCalendar } from '@daymark/contract/googleCalendar';
import type {
  DocumentReference,
  DocumentSnapshot,
  Firestore,
  Timestamp,
  WriteBatch,
} from 'firebase-admin/firestore';
import type { OwnerRef } from '../owner';
import { firestore, isAlreadyExists, isNotFound, isStaleWrite } from './firestore';
import { raiseCounters } from './revisions';

/** A person's grant, stored in `googleCalendarTokens/{uid}`. */
interface Grant {
  /** The id of the connection that the grant belongs to. */
  connectionId: string;
  /** All tokens, encrypted. */
  sealed: string;
  /** When the access token expires, in ms. */
  expiresAt: number;
}

/** A grant, and the version of its document when it was read. */
export interface StoredGrant {
  grant: Grant;
  version: Version;
}

/** A connection to Google Calendar, without its tokens. */
export interface Connection {
  /** A new id each time the person connects, because a calendar copy belongs to one connection. */
  id: string;
  /** The address of the account at Google, or null until Google has listed its primary calendar. */
  account: string | null;
  status: 'connected' | 'expired';
  calendars: GoogleCalendar[];
  /** When Google last listed the calendars, in ms, or null if it never did. */
  listedAt: number | null;
  selectedIds: string[];
  /** When events were last read from Google, in ms, or null if they never were. */
  lastSyncedAt: number | null;
  calendarError: CalendarError | null;
}

/** A grant that still has to be revoked at Google, stored without its owner. */
export interface Revocation {
  id: string;
  sealed: string;
  /** Keyed hashes that find the revocation when the same person or the same Google account connects again. */
  fingerprints: string[];
}

/**
 * The version of a document that was read. A write with this version as its condition fails if the document has changed
 * since.
 */
export type Version = Timestamp;

export interface GoogleConnections {
  get: (owner: OwnerRef) => Promise<Connection | undefined>;
  /**
   * Returns the grant and its connection, or undefined if there is no grant. The connection is undefined if it was
   * replaced or removed between the two reads.
   */
  current: (
    owner: OwnerRef,
  ) => Promise<(StoredGrant & { connection: Connection | undefined }) | undefined>;
  /**
   * Stores a connection and replaces `before` (undefined if there was none). Adds and drops revocations in the same
   * commit. Returns false and changes nothing if the stored grant isn't `before`.
   */
  replace: (
    owner: OwnerRef,
    before: StoredGrant | undefined,
    next: { connection: Connection; grant: Grant },
    revocations: { added: readonly Revocation[]; dropped: readonly Revocation[] },
  ) => Promise<boolean>;
  /**
   * Updates the connection with this id. Returns false if the person has disconnected or connected again. `notify`
   * raises the counters that open apps listen to.
   */
  update: (
    owner: OwnerRef,
    id: string,
    fields: Partial<Omit<Connection, 'id'>>,
    options: { notify: boolean },
  ) => Promise<boolean>;
  grant: (owner: OwnerRef) => Promise<StoredGrant | undefined>;
  /** Replaces the grant. Returns false if the grant has changed since it was read. */
  replaceGrant: (owner: OwnerRef, grant: Grant, before: StoredGrant) => Promise<boolean>;
  /** Marks the connection as expired and keeps its data. Returns false if the grant has changed since it was read. */
  expire: (owner: OwnerRef, calendarError: CalendarError, before: StoredGrant) => Promise<boolean>;
  /**
   * Deletes the grant and its connection, and stores the revocations in the same commit. Returns false and changes
   * nothing if the grant has changed since it was read.
   */
  remove: (
    owner: OwnerRef,
    before: StoredGrant,
    revocations: readonly Revocation[],
  ) => Promise<boolean>;
  /** Returns revocations that were last tried before a moment, the least recently tried first, at most `limit`. */
  revocations: (triedBefore: Date, limit: number) => Promise<Revocation[]>;
  /** Returns the revocations that have one of these `fingerprints`. */
  revocationsWith: (fingerprints: readonly string[]) => Promise<Revocation[]>;
  /**
   * Stores the time of a failed try, which puts the revocation behind all other revocations. Does nothing if the
   * revocation was deleted in the meantime.
   */
  recordAttempt: (id: string, triedAt: Date) => Promise<void>;
  deleteRevocation: (id: string) => Promise<void>;
}

/** How long revoking a grant is retried, in ms. Firestore's TTL deletes the stored tokens when this time is over. */
const REVOCATION_LIFETIME_MS = 30 * DAY_MS;

/**
 * Returns the document of a connection. Writes require that the document exists, so a late response can't be stored
 * after the person has disconnected or connected again.
 */
export const connectionDocument = (
  db: Firestore,
  { uid }: OwnerRef,
  connectionId: string,
): DocumentReference => db.doc(`users/${uid}/googleCalendar/${connectionId}`);

export function googleConnections(): GoogleConnections {
  const grantDocument = (db: Firestore, { uid }: OwnerRef) => db.doc(`googleCalendarTokens/${uid}`);

  /** Starts a batch that raises the counters of the connection and of the calendar data, which open apps listen to. */
  async function startBatch(owner: OwnerRef) {
    const opened = await firestore();
    const batch = opened.db.batch();
    raiseCounters(opened, batch, owner, ['googleConnection', 'googleCalendar']);
    return { db: opened.db, batch };
  }

  function addRevocations(db: Firestore, batch: WriteBatch, revocations: readonly Revocation[]) {
    const triedAt = new Date();
    const expiresAt = new Date(triedAt.getTime() + REVOCATION_LIFETIME_MS);
    for (const { id, ...revocation } of revocations)
      batch.set(db.doc(`googleRevocations/${id}`), { ...revocation, triedAt, expiresAt });
  }

  async function grant(owner: OwnerRef): Promise<StoredGrant | undefined> {
    const { db } = await firestore();
    const snapshot = await grantDocument(db, owner).get();
    if (!snapshot.updateTime) return undefined;
    return { grant: snapshot.data() as Grant, version: snapshot.updateTime };
  }

  return {
    async get({ uid }) {
      const { db } = await firestore();
      const { docs } = await db.collection(`users/${uid}/googleCalendar`).limit(1).get();
      return docs[0]?.data() as Connection | undefined;
    },

    async current(owner) {
      const stored = await grant(owner);
      if (!stored) return undefined;
      const { db } = await firestore();
      const found = await connectionDocument(db, owner, stored.grant.connectionId).get();
      return { ...stored, connection: found.data() as Connection | undefined };
    },

    async replace(owner, before, { connection, grant: next }, { added, dropped }) {
      const { db, batch } = await startBatch(owner);
      if (before) {
        batch.update(grantDocument(db, owner), { ...next }, { lastUpdateTime: before.version });
        batch.delete(connectionDocument(db, owner, before.grant.connectionId));
      } else batch.create(grantDocument(db, owner), next);
      batch.create(connectionDocument(db, owner, connection.id), connection);
      addRevocations(db, batch, added);
      for (const { id } of dropped) batch.delete(db.doc(`googleRevocations/${id}`));
      return unlessStale(batch.commit());
    },

    async update(owner, id, fields, { notify }) {
      const { db, batch: notifying } = await startBatch(owner);
      const batch = notify ? notifying : db.batch();
      return unlessStale(batch.update(connectionDocument(db, owner, id), fields).commit());
    },

    grant,

    async replaceGrant(owner, next, { version }) {
      const { db } = await firestore();
      const unchanged = { lastUpdateTime: version };
      return unlessStale(grantDocument(db, owner).update({ ...next }, unchanged));
    },

    async expire(owner, calendarError, { grant: { connectionId }, version }) {
      const { db, batch } = await startBatch(owner);
      batch.update(grantDocument(db, owner), { expiresAt: 0 }, { lastUpdateTime: version });
      const expired = { status: 'expired', calendarError };
      batch.update(connectionDocument(db, owner, connectionId), expired);
      return unlessStale(batch.commit());
    },

    async remove(owner, { grant: { connectionId }, version }, revocations) {
      const { db, batch: notifying } = await startBatch(owner);
      const removeIn = (batch: WriteBatch) => {
        batch.delete(grantDocument(db, owner), { lastUpdateTime: version });
        batch.delete(connectionDocument(db, owner, connectionId));
        addRevocations(db, batch, revocations);
        return batch.commit();
      };
      const removed = removeIn(notifying).catch((error: unknown) => {
        // The account is being deleted, so there is no counter to raise.
        if (!isNotFound(error)) throw error;
        return removeIn(db.batch());
      });
      return unlessStale(removed);
    },

    async revocations(triedBefore, limit) {
      const { db } = await firestore();
      const due = db.collection('googleRevocations').where('triedAt', '<', triedBefore);
      const { docs } = await due.orderBy('triedAt').limit(limit).get();
      return docs.map(revocationIn);
    },

    async revocationsWith(fingerprints) {
      const { db } = await firestore();
      const found = db
        .collection('googleRevocations')
        .where('fingerprints', 'array-contains-any', fingerprints);
      return (await found.get()).docs.map(revocationIn);
    },

    async recordAttempt(id, triedAt) {
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

const revocationIn = (one: DocumentSnapshot) => ({ ...one.data(), id: one.id }) as Revocation;

async function unlessStale(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isStaleWrite(error) || isAlreadyExists(error)) return false;
    throw error;
  }
}
