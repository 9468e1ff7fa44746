import { firestore } from './firestore';

/** All documents of one person. */
export interface AllRecords {
  /** Deletes everything except the profile, and ended sessions only if `endedSessions` is true. Can be repeated. */
  clear: (uid: string, options: { endedSessions: boolean }) => Promise<void>;
}

/** The most writes that Firestore allows in a commit. */
const BATCH_MAX = 500;

export function allRecords(): AllRecords {
  return {
    async clear(uid, { endedSessions }) {
      const { db } = await firestore();
      const collections = await db.doc(`users/${uid}`).listCollections();
      const clear = (chosen: typeof collections) =>
        chosen.map(async (collection) => {
          const { docs } = await collection.select().get();
          const batches = [];
          for (let first = 0; first < docs.length; first += BATCH_MAX) {
            const batch = db.batch();
            for (const { ref } of docs.slice(first, first + BATCH_MAX)) batch.delete(ref);
            batches.push(batch.commit());
          }
          await Promise.all(batches);
        });
      const records = collections.filter(
        ({ id }) => id !== 'live' && (endedSessions || id !== 'endedSessions'),
      );
      await Promise.all([...clear(records), db.doc(`googleCalendarTokens/${uid}`).delete()]);
      // Last: a new epoch must begin only when no old record can be read any more.
      await Promise.all(clear(collections.filter(({ id }) => id === 'live')));
    },
  };
}
