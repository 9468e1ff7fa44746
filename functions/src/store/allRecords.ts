import { feedsOf } from './calendarFeeds';
import { deleteAll } from './deleteAll';
import { firestore } from './firestore';
import { revisionsDocument } from './revisions';

/** All documents of one person. */
export interface AllRecords {
  /**
   * Deletes everything except the profile, and the sessions only if `sessions` is true. The counters go first: without
   * them no record can be written. Can be repeated.
   */
  clear: (uid: string, options: { sessions: boolean }) => Promise<void>;
  /** The uids below which there is a profile or any other document. One read for each. */
  uids: () => Promise<string[]>;
}

export function allRecords(): AllRecords {
  return {
    async clear(uid, { sessions }) {
      const { db } = await firestore();
      await revisionsDocument(db, { uid }).delete();
      const collections = await db.doc(`users/${uid}`).listCollections();
      const records = collections.filter(({ id }) => sessions || id !== 'sessions');
      await Promise.all([
        ...records.map(deleteAll),
        deleteAll(feedsOf(db, { uid })),
        db.doc(`googleCalendarTokens/${uid}`).delete(),
      ]);
    },

    async uids() {
      const { db } = await firestore();
      return (await db.collection('users').listDocuments()).map(({ id }) => id);
    },
  };
}
