import type { DocumentReference, Firestore, Query } from 'firebase-admin/firestore';
import type { CalendarFeed } from '@daymark/contract/calendarFeed';
import type { OwnerRef } from '../owner';
import { deleteAll } from './deleteAll';
import { firestore, isNotFound } from './firestore';

/** A calendar feed, from `calendarFeeds/{SHA-256 of its secret}`: the secret itself is stored nowhere. */
export interface StoredFeed extends CalendarFeed {
  uid: string;
  /** When what it shows was last chosen. */
  changedAt: string;
  /** The account's Identity.signInsValidFrom when the feed was made or kept. While it is another one, the feed has ended. */
  signInsValidFrom: string;
}

export interface CalendarFeeds {
  /** The feed at an address. */
  find: (secretHash: string) => Promise<StoredFeed | undefined>;
  /** The person's feed. */
  of: (owner: OwnerRef) => Promise<StoredFeed | undefined>;
  /** Makes a person's feed, in place of the one that there is. */
  replace: (secretHash: string, feed: StoredFeed) => Promise<void>;
  /** Changes the person's feed. Returns what it is then, undefined if there is none. */
  update: (
    owner: OwnerRef,
    fields: Pick<StoredFeed, 'busyOnly' | 'changedAt'>,
  ) => Promise<StoredFeed | undefined>;
  /** Keeps the feed of before the sign-ins were ended. One that had ended earlier stays ended. */
  keep: (owner: OwnerRef, before: string, signInsValidFrom: string) => Promise<void>;
  /** Notes that a feed was read. Does nothing if it has ended meanwhile. */
  noteRead: (secretHash: string, readAt: string) => Promise<void>;
  /** Ends the person's feed. Can be repeated. */
  end: (owner: OwnerRef) => Promise<void>;
}

/** A person has one feed. Two requests that make one at the same moment could leave two: all of them are meant. */
export const feedsOf = (db: Firestore, { uid }: OwnerRef): Query =>
  db.collection('calendarFeeds').where('uid', '==', uid);

export function calendarFeeds(): CalendarFeeds {
  const document = async (secretHash: string): Promise<DocumentReference> =>
    (await firestore()).db.doc(`calendarFeeds/${secretHash}`);

  return {
    async find(secretHash) {
      return (await (await document(secretHash)).get()).data() as StoredFeed | undefined;
    },

    async of(owner) {
      const { docs } = await feedsOf((await firestore()).db, owner)
        .limit(1)
        .get();
      return docs[0]?.data() as StoredFeed | undefined;
    },

    async replace(secretHash, feed) {
      const { db } = await firestore();
      const made = await document(secretHash);
      await db.runTransaction(async (transaction) => {
        const { docs } = await transaction.get(feedsOf(db, feed));
        for (const { ref } of docs) transaction.delete(ref);
        transaction.create(made, feed);
      });
    },

    async update(owner, fields) {
      const { db } = await firestore();
      return db.runTransaction(async (transaction) => {
        const { docs } = await transaction.get(feedsOf(db, owner));
        for (const { ref } of docs) transaction.update(ref, fields);
        return docs[0] && ({ ...docs[0].data(), ...fields } as StoredFeed);
      });
    },

    async keep(owner, before, signInsValidFrom) {
      const { db } = await firestore();
      await db.runTransaction(async (transaction) => {
        const { docs } = await transaction.get(feedsOf(db, owner));
        for (const found of docs)
          if (found.get('signInsValidFrom') === before)
            transaction.update(found.ref, { signInsValidFrom });
      });
    },

    async noteRead(secretHash, readAt) {
      try {
        await (await document(secretHash)).update({ readAt });
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },

    async end(owner) {
      await deleteAll(feedsOf((await firestore()).db, owner));
    },
  };
}
