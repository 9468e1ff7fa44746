import { createHash } from 'node:crypto';
import { firestore } from './firestore';

/** Counters of attempts. Firestore's TTL deletes a counter when its window is over. */
export interface Attempts {
  /** Counts one more attempt and returns the new count. */
  increment: (key: string, expiresAt: Date) => Promise<number>;
  /** Counts one attempt less. */
  decrement: (key: string) => Promise<void>;
}

export function attempts(): Attempts {
  // A key may contain an IP address and an email address. It is hashed so that neither address is stored.
  const document = async (key: string) => {
    const { db } = await firestore();
    return db.doc(`attempts/${createHash('sha256').update(key).digest('hex')}`);
  };
  return {
    async increment(key, expiresAt) {
      const counter = await document(key);
      const { FieldValue } = await firestore();
      // Increment before reading, so that simultaneous attempts can't all pass.
      await counter.set({ count: FieldValue.increment(1), expiresAt }, { merge: true });
      return Number((await counter.get()).get('count'));
    },
    async decrement(key) {
      const counter = await document(key);
      const { FieldValue } = await firestore();
      await counter.set({ count: FieldValue.increment(-1) }, { merge: true });
    },
  };
}
