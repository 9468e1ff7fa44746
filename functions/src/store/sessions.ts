import { randomUUID } from 'node:crypto';
import type { DocumentData, Timestamp } from 'firebase-admin/firestore';
import { firestore } from './firestore';
import { remindersDocument, removeDevices } from './reminders';

/** A session as it is stored. Moments in texts are ISO 8601. */
export interface StoredSession {
  startedAt: string;
  lastUsedAt: string;
  userAgent: string | null;
  timeZone: string | null;
  /** When the session expires. Firestore's TTL then deletes the record. */
  expiresAt: Date;
  /** When the session ended, if it ended before it expired. */
  endedAt?: string;
  /** Whether the person turned off the reminders of the session's device. Absent if they were never on. */
  remindersOff?: boolean;
}

/**
 * The sessions of each person, by fingerprint, which is the SHA-256 of the cookie without its signature. A session
 * without a record is valid, too. The record is created when the session is used. A session that ends takes its push
 * subscription with it, in the same commit.
 */
export interface Sessions {
  /** Returns a value that changes with each `endAll`. */
  version: (uid: string) => Promise<string>;
  get: (uid: string, fingerprint: string) => Promise<StoredSession | undefined>;
  /** Writes these fields, and creates the record if there is none. A session that has ended stays ended. */
  record: (
    uid: string,
    fingerprint: string,
    fields: Partial<Omit<StoredSession, 'endedAt'>>,
  ) => Promise<void>;
  /** Ends a session, also one without a record. Can be repeated. */
  end: (uid: string, fingerprint: string, expiresAt: Date, endedAt: string) => Promise<void>;
  /** Ends a session that has a record. Returns false if the session has no record or has already ended. */
  claimEnd: (uid: string, fingerprint: string, endedAt: string) => Promise<boolean>;
  /** Ends every session that has a record and all reminders, and returns the new version. Can be repeated. */
  endAll: (uid: string, endedAt: string) => Promise<string>;
  /** Returns the sessions that have a record and have not ended, among the `LISTED_MAX` that were used last. */
  open: (uid: string) => Promise<[fingerprint: string, session: StoredSession][]>;
}

const LISTED_MAX = 300;

/** Most writes that Firestore allows in one commit. */
const BATCH_MAX = 500;

export function sessions(): Sessions {
  const collection = async (uid: string) =>
    (await firestore()).db.collection(`users/${uid}/sessions`);
  const document = async (uid: string, fingerprint: string) =>
    (await collection(uid)).doc(fingerprint);
  const lockOf = async (uid: string) => (await firestore()).db.doc(`users/${uid}/locks/sessions`);
  return {
    async version(uid) {
      return String((await (await lockOf(uid)).get()).get('version'));
    },
    async get(uid, fingerprint) {
      return sessionIn((await (await document(uid, fingerprint)).get()).data());
    },
    async record(uid, fingerprint, fields) {
      await (await document(uid, fingerprint)).set(fields, { merge: true });
    },
    async end(uid, fingerprint, expiresAt, endedAt) {
      const { db } = await firestore();
      const session = await document(uid, fingerprint);
      await db.runTransaction(async (transaction) => {
        const reminders = await transaction.get(remindersDocument(db, { uid }));
        transaction.set(session, { expiresAt, endedAt }, { merge: true });
        removeDevices(transaction, reminders, (device) => device === fingerprint);
      });
    },
    async claimEnd(uid, fingerprint, endedAt) {
      const { db } = await firestore();
      const session = await document(uid, fingerprint);
      return db.runTransaction(async (transaction) => {
        const [found, reminders] = await transaction.getAll(
          session,
          remindersDocument(db, { uid }),
        );
        if (!found?.exists || !reminders || found.get('endedAt') !== undefined) return false;
        transaction.update(session, { endedAt });
        removeDevices(transaction, reminders, (device) => device === fingerprint);
        return true;
      });
    },
    async endAll(uid, endedAt) {
      const { db } = await firestore();
      const version = randomUUID();
      // Write the version before reading the sessions. If a session starts in the meantime, it is found below, or the
      // request that starts it sees the new version.
      await (await lockOf(uid)).set({ version });
      const { docs } = await (await collection(uid)).select('endedAt').get();
      const open = docs.filter((found) => found.get('endedAt') === undefined);
      for (let first = 0; first < open.length; first += BATCH_MAX) {
        const batch = db.batch();
        for (const { ref } of open.slice(first, first + BATCH_MAX))
          batch.set(ref, { endedAt }, { merge: true });
        await batch.commit();
      }
      // Sessions that have started since keep their reminders. No session that has ended can start reminders again.
      const ended = new Set(docs.map(({ id }) => id));
      await db.runTransaction(async (transaction) =>
        removeDevices(
          transaction,
          await transaction.get(remindersDocument(db, { uid })),
          (device) => ended.has(device),
        ),
      );
      return version;
    },
    async open(uid) {
      const { docs } = await (
        await collection(uid)
      )
        .orderBy('lastUsedAt', 'desc')
        .limit(LISTED_MAX)
        .get();
      return docs.flatMap((found): [string, StoredSession][] => {
        const session = sessionIn(found.data());
        return session && session.endedAt === undefined ? [[found.id, session]] : [];
      });
    },
  };
}

/** Returns a session from its record. A record that only `end` has written lacks most fields, so these get defaults. */
function sessionIn(data: DocumentData | undefined): StoredSession | undefined {
  if (!data) return undefined;
  const { expiresAt, ...fields } = data as Partial<StoredSession> & { expiresAt: Timestamp };
  return {
    startedAt: '',
    lastUsedAt: '',
    userAgent: null,
    timeZone: null,
    ...fields,
    expiresAt: expiresAt.toDate(),
  };
}
