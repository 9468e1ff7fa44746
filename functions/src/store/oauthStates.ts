import { createHash } from 'node:crypto';
import { firestore, isOvertaken } from './firestore';

/** A connection to Google that somebody has started and not finished. */
export interface OAuthState {
  uid: string;
  /** The SHA-256 of the session cookie it was started with. */
  session: string;
  codeVerifier: string;
  redirectUri: string;
  expiresAt: Date;
}

export interface OAuthStates {
  add: (state: string, record: OAuthState) => Promise<void>;
  /** What was kept under it, to one caller only; undefined for what never was, or was taken. */
  take: (state: string) => Promise<OAuthState | undefined>;
}

export function oauthStates(): OAuthStates {
  // Hashed: who reads the database must not be able to finish somebody's connection.
  const document = async (state: string) => {
    const { db } = await firestore();
    return db.doc(`googleOAuthStates/${createHash('sha256').update(state).digest('hex')}`);
  };
  return {
    async add(state, record) {
      await (await document(state)).create(record);
    },
    async take(state) {
      const kept = await document(state);
      const snapshot = await kept.get();
      const { updateTime } = snapshot;
      if (!updateTime) return undefined;
      try {
        await kept.delete({ lastUpdateTime: updateTime });
      } catch (error) {
        if (isOvertaken(error)) return undefined;
        throw error;
      }
      const { expiresAt, ...record } = snapshot.data() as Omit<OAuthState, 'expiresAt'> & {
        expiresAt: { toDate: () => Date };
      };
      return { ...record, expiresAt: expiresAt.toDate() };
    },
  };
}
