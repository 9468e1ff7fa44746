import type { DocumentReference, Firestore, Query } from 'firebase-admin/firestore';
import type { CalendarFeed } from '@daymark/contract/calendarFeed';
import type { OwnerRef } from '../owner';
import { deleteAll } from './deleteAll';
import { firestore, isNotFound } from './firestore';

/** A calendar feed, stored at `calendarFeeds/{SHA-256 of its secret}`. The secret itself isn't stored. */
export interface StoredFeed extends CalendarFeed {
  uid: string;
  /** When `busyOnly` was last set, ISO 8601. */
  changedAt: string;
  /**
   * The account's Identity.signInsValidFrom when the feed was made or kept. The feed has ended if the account's value
   * differs.
   */
  signInsValidFrom: string;
}

export interface CalendarFeeds {
  /** Returns the feed whose secret has this hash, or undefined if there is none. */
  find: (secretHash: string) => Promise<StoredFeed | undefined>;
  /** Returns the person's feed, or undefined if there is none. */
  of: (owner: OwnerRef) => Promise<StoredFeed | undefined>;
  /** Creates a person's feed and deletes any earlier one. */
  replace: (secretHash: string, feed: StoredFeed) => Promise<void>;
  /** Updates the person's feed and returns the result, or undefined if there is no feed. */
  update: (
    owner: OwnerRef,
    fields: Pick<StoredFeed, 'busyOnly' | 'changedAt'>,
  ) => Promise<StoredFeed | undefined>;
  /**
   * Keeps the feed valid when the account's sign-ins are ended, by replacing the value `before` in it with the new
   * `signInsValidFrom`. A feed that had ended earlier stays ended.
   */
  keep: (owner: OwnerRef, before: string, signInsValidFrom: string) => Promise<void>;
  /** Stores when a feed was last read. Does nothing if the feed has ended in the meantime. */
  recordRead: (secretHash: string, readAt: string) => Promise<void>;
  /** Ends the person's feed. Can be repeated. */
  end: (owner: OwnerRef) => Promise<void>;
}

/** Returns a query for all feeds of a person, which is normally one feed. */
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

    async recordRead(secretHash, readAt) {
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
