import type { User } from '@daymark/contract/user';
import type { WriteBatch } from 'firebase-admin/firestore';
import { Failure, unavailable } from '../http/failure';
import { deletionOf } from './deletions';
import { firestore, isAlreadyExists, isFailedPrecondition, isNotFound } from './firestore';
import { retryStaleWrites } from './retryStaleWrites';
import { raiseCounters, revisionsDocument } from './revisions';

/** The profile of an account, stored in `users/{uid}`. Optional fields are absent until they are set. */
export interface Profile extends Pick<User, 'username' | 'email' | 'photoUrl' | 'createdAt'> {
  timeZone?: string | null;
  /** The address that was confirmed. `email` is confirmed only while it equals this address. */
  confirmedEmail?: string | null;
  /** Google's id of the Google account that has joined. */
  googleId?: string;
  /** The session that asks whether to keep access given before the Google account joined (product §1). */
  joinedIn?: string | null;
  startedUnconfirmed?: boolean;
  /**
   * Identity.signInsValidFrom when the profile was created or live tokens were last ended. If the account's value
   * differs, older live tokens have to be ended.
   */
  signInsValidFrom?: string;
  /** When a copy of the demo expires, ISO 8601 in UTC. Absent from other profiles. */
  expiresAt?: string;
}

/** The fields of a profile that `update` can change. */
type ProfilePatch = Partial<Omit<Profile, 'username' | 'createdAt' | 'expiresAt'>>;

export interface Profiles {
  get: (uid: string) => Promise<Profile | undefined>;
  isNameTaken: (nameKey: string) => Promise<boolean>;
  /**
   * Creates the profile and its counters and reserves its name, in one commit. Without a `nameKey`, no name is
   * reserved. Returns false if the profile or the name already exists.
   * @throws Failure 403 while the account is being deleted.
   */
  create: (uid: string, nameKey: string | undefined, profile: Profile) => Promise<boolean>;
  /**
   * Updates the profile. A change of the time zone raises a counter, because calendar feeds and the person's other
   * devices depend on it.
   * @throws Failure 503 while the account is being deleted.
   */
  update: (uid: string, patch: ProfilePatch) => Promise<void>;
  /**
   * Renames the person and frees the old name, in one commit, which also raises the counter. `keyOf` returns the form
   * in which names are compared. Returns the new profile, false if another person has the name, or undefined if there
   * is no profile.
   */
  rename: (
    uid: string,
    patch: Pick<Profile, 'username'> & Partial<Pick<Profile, 'timeZone'>>,
    keyOf: (username: string) => string,
  ) => Promise<Profile | false | undefined>;
  /**
   * Begins the deletion of an account, in one transaction. Stores that the deletion has begun, and deletes the profile
   * and the counters. Frees the name if it is reserved for this profile. No record can be written without the counters.
   * Can be repeated.
   */
  delete: (uid: string, keyOf: (username: string) => string, begunAt: string) => Promise<void>;
  /**
   * Finishes emptying an account whose person chose to start empty. Creates new counters, which begin a new epoch and
   * end all live tokens made at or before `moment`.
   * @throws Failure 503 while the account is being deleted.
   */
  startEmpty: (uid: string, moment: Date) => Promise<void>;
  /**
   * Returns profiles that expired later than `after` and no later than `before` (ISO 8601 in UTC), oldest first, at
   * most `limit`.
   */
  expired: (
    range: { after: string; before: string },
    limit: number,
  ) => Promise<{ uid: string; expiresAt: string }[]>;
}

export function profiles(): Profiles {
  const users = async (uid: string) => (await firestore()).db.doc(`users/${uid}`);
  // The @ avoids ids like "__x__", which Firestore reserves.
  const names = async (key: string) =>
    (await firestore()).db.doc(`usernames/@${key.replaceAll('/', '%2F')}`);
  async function raiseCounter(batch: WriteBatch, uid: string): Promise<void> {
    raiseCounters(await firestore(), batch, { uid }, ['profile']);
  }
  return {
    async get(uid) {
      return (await (await users(uid)).get()).data() as Profile | undefined;
    },
    async isNameTaken(nameKey) {
      return (await (await names(nameKey)).get()).exists;
    },
    async create(uid, nameKey, profile) {
      const { db } = await firestore();
      const batch = db.batch();
      if (nameKey !== undefined) batch.create(await names(nameKey), { uid });
      batch.create(await users(uid), profile);
      batch.set(revisionsDocument(db, { uid }), {});
      batch.delete(deletionOf(db, uid), { exists: false });
      try {
        await batch.commit();
        return true;
      } catch (error) {
        if (!isAlreadyExists(error) && !isFailedPrecondition(error)) throw error;
        if ((await deletionOf(db, uid).get()).exists) throw new Failure(403, BEING_DELETED);
        return false;
      }
    },
    async update(uid, patch) {
      const { db } = await firestore();
      const batch = db.batch().update(await users(uid), patch);
      if (patch.timeZone !== undefined) await raiseCounter(batch, uid);
      await commitWhileThere(batch);
    },
    async rename(uid, patch, keyOf) {
      const { db } = await firestore();
      const user = await users(uid);
      const newName = await names(keyOf(patch.username));
      return retryStaleWrites<Profile | false | undefined>(async () => {
        const [userFound, newNameFound] = await db.getAll(user, newName);
        const profile = userFound?.data() as Profile | undefined;
        if (!profile) return { result: undefined };
        if (newNameFound?.exists && newNameFound.get('uid') !== uid) return { result: false };
        const oldName = await names(keyOf(profile.username));
        const batch = db.batch();
        if (!oldName.isEqual(newName)) batch.delete(oldName);
        if (!newNameFound?.exists) batch.create(newName, { uid });
        batch.update(user, patch, { lastUpdateTime: userFound?.updateTime });
        await raiseCounter(batch, uid);
        return { result: { ...profile, ...patch }, batch };
      });
    },
    async delete(uid, keyOf, begunAt) {
      const { db } = await firestore();
      const user = await users(uid);
      await db.runTransaction(async (transaction) => {
        const profile = (await transaction.get(user)).data() as Profile | undefined;
        const name = profile && (await transaction.get(await names(keyOf(profile.username))));
        if (name?.get('uid') === uid) transaction.delete(name.ref);
        transaction.set(deletionOf(db, uid), { begunAt });
        transaction.delete(user);
        transaction.delete(revisionsDocument(db, { uid }));
      });
    },
    async startEmpty(uid, moment) {
      const { db } = await firestore();
      const batch = db.batch();
      batch.set(revisionsDocument(db, { uid }), { listenersEndedAt: moment.getTime() });
      await commitWhileThere(batch.update(await users(uid), { startedUnconfirmed: false }));
    },
    async expired({ after, before }, limit) {
      const { db } = await firestore();
      const { docs } = await db
        .collection('users')
        .where('expiresAt', '>', after)
        .where('expiresAt', '<=', before)
        .orderBy('expiresAt')
        .limit(limit)
        .select('expiresAt')
        .get();
      return docs.map((found) => ({ uid: found.id, expiresAt: String(found.get('expiresAt')) }));
    },
  };
}

const BEING_DELETED =
  'This account is being deleted. When that is done, you can create a new one with its email address.';

/** Commits a batch that updates the profile. @throws Failure 503 if the account is being deleted. */
async function commitWhileThere(batch: WriteBatch): Promise<void> {
  await batch.commit().catch((error: unknown) => {
    throw isNotFound(error) ? unavailable() : error;
  });
}
