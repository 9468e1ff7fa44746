import { firestore } from './firestore';

/** Everything there is of one person, whatever the noun. */
export interface AllRecords {
  /** Deletes it, but for the profile. Repeatable; with `endedSessions` false those stay. */
  clear: (uid: string, what: { endedSessions: boolean }) => Promise<void>;
}

/** Firestore's most in a commit. */
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
      // Last: the revisions begin anew once nothing of before can be read under them.
      await Promise.all(clear(collections.filter(({ id }) => id === 'live')));
    },
  };
}
