import { feedsOf } from './calendarFeeds';
import { deleteAll } from './deleteAll';
import { firestore } from './firestore';

/** All documents of one person. */
export interface AllRecords {
  /** Deletes everything except the profile, and the sessions only if `sessions` is true. Can be repeated. */
  clear: (uid: string, options: { sessions: boolean }) => Promise<void>;
}

export function allRecords(): AllRecords {
  return {
    async clear(uid, { sessions }) {
      const { db } = await firestore();
      const collections = await db.doc(`users/${uid}`).listCollections();
      const records = collections.filter(
        ({ id }) => id !== 'live' && (sessions || id !== 'sessions'),
      );
      await Promise.all([
        ...records.map(deleteAll),
        deleteAll(feedsOf(db, { uid })),
        db.doc(`googleCalendarTokens/${uid}`).delete(),
      ]);
      // Last: a new epoch must begin only when no old record can be read any more.
      await Promise.all(collections.filter(({ id }) => id === 'live').map(deleteAll));
    },
  };
}
