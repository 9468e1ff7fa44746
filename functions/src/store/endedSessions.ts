import { firestore } from './firestore';

/**
 * The sessions that were logged out before they expired, by the SHA-256 of their cookie without its signature.
 * Firestore's TTL deletes a record when its session would have expired.
 */
export interface EndedSessions {
  add: (uid: string, fingerprint: string, expiresAt: Date) => Promise<void>;
  has: (uid: string, fingerprint: string) => Promise<boolean>;
}

export function endedSessions(): EndedSessions {
  const document = async (uid: string, fingerprint: string) =>
    (await firestore()).db.doc(`users/${uid}/endedSessions/${fingerprint}`);
  return {
    async add(uid, fingerprint, expiresAt) {
      await (await document(uid, fingerprint)).set({ expiresAt });
    },
    async has(uid, fingerprint) {
      return (await (await document(uid, fingerprint)).get()).exists;
    },
  };
}
