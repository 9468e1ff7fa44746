import { createHash } from 'node:crypto';
import { firestore } from './firestore';

/** Counters of tries; Firestore's TTL removes one once its window is over. */
export interface Attempts {
  /** Counts one more under this key, and answers how many that makes. */
  add: (key: string, expiresAt: Date) => Promise<number>;
  /** Takes one back. */
  forgive: (key: string) => Promise<void>;
}

export function attempts(): Attempts {
  // Hashed: it is made of an address and an e-mail, which have no business here.
  const document = async (key: string) => {
    const { db } = await firestore();
    return db.doc(`attempts/${createHash('sha256').update(key).digest('hex')}`);
  };
  return {
    async add(key, expiresAt) {
      const counter = await document(key);
      const { FieldValue } = await firestore();
      // Counted before it is looked at, so that tries at the same moment can't slip past together.
      await counter.set({ count: FieldValue.increment(1), expiresAt }, { merge: true });
      return Number((await counter.get()).get('count'));
    },
    async forgive(key) {
      const counter = await document(key);
      const { FieldValue } = await firestore();
      await counter.set({ count: FieldValue.increment(-1) }, { merge: true });
    },
  };
}
