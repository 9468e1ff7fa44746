import { feedsOf } from './calendarFeeds';
import { deleteAll } from './deleteAll';
import { firestore } from './firestore';
import { remindersDocument } from './reminders';
import { revisionsDocument } from './revisions';

export interface AllRecords {
  /**
   * Deletes the documents below the profile, the reminders, the calendar feeds, and the tokens for Google. Sessions are
   * deleted only if `sessions` is true. The counters are deleted first, because no record can be written and no
   * reminders can start without the counters. Can be repeated.
   */
  clear: (uid: string, options: { sessions: boolean }) => Promise<void>;
  /** Returns the uids that have a profile or any other document. Costs one read each. */
  uids: () => Promise<string[]>;
}

export function allRecords(): AllRecords {
  return {
    async clear(uid, { sessions }) {
      const { db } = await firestore();
      await revisionsDocument(db, { uid }).delete();
      await remindersDocument(db, { uid }).delete();
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
