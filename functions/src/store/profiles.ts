import type { User } from '@daymark/contract/user';
import { unavailable } from '../http/failure';
import { firestore, isAlreadyExists, isOvertaken } from './firestore';

/** What `users/{uid}` holds. */
export type Profile = Omit<User, 'id' | 'timeZone'> & {
  /** Absent in profiles that are older than this field. */
  timeZone?: string | null;
};

export interface Profiles {
  get: (uid: string) => Promise<Profile | undefined>;
  isNameTaken: (nameKey: string) => Promise<boolean>;
  /** Makes the profile and takes its name in one commit; false when either is there already. */
  create: (uid: string, nameKey: string, profile: Profile) => Promise<boolean>;
  update: (uid: string, patch: Partial<Pick<Profile, 'photoUrl' | 'timeZone'>>) => Promise<void>;
  /**
   * Gives the person another name and frees the old one, in one commit. `keyOf` is the form in which
   * names are compared. Answers the profile as it is then; false when the name is another's.
   */
  rename: (
    uid: string,
    patch: Pick<Profile, 'username'> & Partial<Pick<Profile, 'timeZone'>>,
    keyOf: (username: string) => string,
  ) => Promise<Profile | false | undefined>;
  /** Takes the profile and its name away in one commit. Repeatable. */
  delete: (uid: string, keyOf: (username: string) => string) => Promise<void>;
}

/** Changes of one profile at the same moment overtake each other. */
const RENAME_ATTEMPTS = 50;

export function profiles(): Profiles {
  const users = async (uid: string) => (await firestore()).db.doc(`users/${uid}`);
  // The @ keeps names like "__x__", which Firestore reserves, from being a document's whole id.
  const names = async (key: string) =>
    (await firestore()).db.doc(`usernames/@${key.replaceAll('/', '%2F')}`);
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
      batch.create(await names(nameKey), { uid });
      batch.create(await users(uid), profile);
      try {
        await batch.commit();
        return true;
      } catch (error) {
        if (isAlreadyExists(error)) return false;
        throw error;
      }
    },
    async update(uid, patch) {
      await (await users(uid)).update(patch);
    },
    async rename(uid, patch, keyOf) {
      const { db } = await firestore();
      const user = await users(uid);
      const wanted = await names(keyOf(patch.username));
      for (let attempt = 1; attempt <= RENAME_ATTEMPTS; attempt++) {
        const [standing, taken] = await db.getAll(user, wanted);
        const profile = standing?.data() as Profile | undefined;
        if (!profile) return undefined;
        if (taken?.exists && taken.get('uid') !== uid) return false;
        const old = await names(keyOf(profile.username));
        const batch = db.batch();
        if (!old.isEqual(wanted)) batch.delete(old);
        if (!taken?.exists) batch.create(wanted, { uid });
        batch.update(user, patch, { lastUpdateTime: standing?.updateTime });
        try {
          await batch.commit();
          return { ...profile, ...patch };
        } catch (error) {
          if (!isOvertaken(error) && !isAlreadyExists(error)) throw error;
        }
      }
      throw unavailable();
    },
    async delete(uid, keyOf) {
      const { db } = await firestore();
      const user = await users(uid);
      await db.runTransaction(async (transaction) => {
        const profile = (await transaction.get(user)).data() as Profile | undefined;
        if (!profile) return;
        transaction.delete(await names(keyOf(profile.username))).delete(user);
      });
    },
  };
}
