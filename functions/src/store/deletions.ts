import type { DocumentReference, Firestore } from 'firebase-admin/firestore';
import { firestore } from './firestore';

/**
 * Account deletions that have begun, stored in `deletions/{uid}`. This document is the last one of an account to be
 * deleted.
 */
export interface Deletions {
  /**
   * Returns deletions that began after `after` and not after `before` (ISO 8601 in UTC), oldest first, at most `limit`.
   */
  begun: (
    range: { after: string; before: string },
    limit: number,
  ) => Promise<{ uid: string; begunAt: string }[]>;
  /** Forgets a deletion when nothing is left to delete. Can be repeated. */
  forget: (uid: string) => Promise<void>;
}

/**
 * Returns the document of a deletion. `profiles.delete` writes it. While it exists, the account can't get a profile.
 */
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
