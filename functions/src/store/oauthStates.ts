import { createHash } from 'node:crypto';
import { firestore, isStaleWrite } from './firestore';

/** A connection to Google that was started and isn't finished. */
interface OAuthState {
  uid: string;
  /** The SHA-256 of the session cookie (without its signature) that started the connection. */
  session: string;
  codeVerifier: string;
  redirectUri: string;
  expiresAt: Date;
}

export interface OAuthStates {
  add: (state: string, record: OAuthState) => Promise<void>;
  /** Reads and deletes the record, so that only one caller gets it. Returns undefined if there is no record. */
  take: (state: string) => Promise<OAuthState | undefined>;
}

export function oauthStates(): OAuthStates {
  // The state is hashed, so that read access to the database isn't enough to finish another person's connection.
  const document = async (state: string) => {
    const { db } = await firestore();
    return db.doc(`googleOAuthStates/${createHash('sha256').update(state).digest('hex')}`);
  };
  return {
    async add(state, record) {
      await (await document(state)).create(record);
    },
    async take(state) {
      const stored = await document(state);
      const snapshot = await stored.get();
      const { updateTime } = snapshot;
      if (!updateTime) return undefined;
      try {
        await stored.delete({ lastUpdateTime: updateTime });
      } catch (error) {
        if (isStaleWrite(error)) return undefined;
        throw error;
      }
      const { expiresAt, ...record } = snapshot.data() as Omit<OAuthState, 'expiresAt'> & {
        expiresAt: { toDate: () => Date };
      };
      return { ...record, expiresAt: expiresAt.toDate() };
    },
  };
}
