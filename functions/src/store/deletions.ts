import type { DocumentReference, Firestore } from 'firebase-admin/firestore';
import { firestore } from './firestore';

/**
 * Account deletions that have begun, stored in `deletions/{uid}`. This document is deleted after all other documents of
 * the account.
 */
export interface Deletions {
  /**
   * Returns deletions that began later than `after` and no later than `before` (ISO 8601 in UTC), oldest first, at most
   * `limit`.
   */
  begun: (
    range: { after: string; before: string },
    limit: number,
  ) => Promise<{ uid: string; begunAt: string }[]>;
  /** Deletes the document of a deletion that has nothing left to delete. Can be repeated. */
  forget: (uid: string) => Promise<void>;
}

/**
 * Returns the document of a deletion, which `profiles.delete` writes. While the document exists, the account can't get
 * a profile.
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
