import type { DocumentReference, Firestore } from 'firebase-admin/firestore';
import { firestore } from './firestore';

/**
 * The deletions of accounts that were begun, in `deletions/{uid}`. Nothing else is left of such an account in the end.
 */
export interface Deletions {
  /** Those that began after `after` and not after `before`, both ISO 8601 in UTC, the oldest first. */
  begun: (
    range: { after: string; before: string },
    limit: number,
  ) => Promise<{ uid: string; begunAt: string }[]>;
  /** Notes that nothing is left to be deleted. Can be repeated. */
  forget: (uid: string) => Promise<void>;
}

/** Written by `profiles.delete`. While it exists, the account gets no profile. */
export const deletionOf = (db: Firestore, uid: string): DocumentReference =>
  db.doc(`deletions/${uid}`);

export function deletions(): Deletions {
  return {
    async begun({ after, before }, limit) {
      const { db } = await firestore();
      const { docs } = await db
        .collection('deletions')
        .where('begunAt', '>', after)
        .where('begunAt', '<=', before)
        .orderBy('begunAt')
        .limit(limit)
        .get();
      return docs.map((found) => ({ uid: found.id, begunAt: String(found.get('begunAt')) }));
    },

    async forget(uid) {
      await deletionOf((await firestore()).db, uid).delete();
    },
  };
}
