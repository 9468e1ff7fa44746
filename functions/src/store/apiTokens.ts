import { randomUUID } from 'node:crypto';
import type { ApiToken } from '@daymark/contract/apiToken';
import type { OwnerRef } from '../owner';
import { deleteAll } from './deleteAll';
import { firestore, isNotFound } from './firestore';
import { retryStaleWrites } from './retryStaleWrites';

/** An API token as it is stored, with its hash instead of the token itself. */
export interface StoredApiToken extends ApiToken {
  /** The SHA-256 of the token, in hex. */
  hash: string;
  /**
   * The account's Identity.signInsValidFrom when the token was made or kept. The token has ended if the account's value
   * differs.
   */
  signInsValidFrom: string;
}

/** The API tokens of accounts. They are stored below `users/{uid}`, so they are deleted with the account's records. */
export interface ApiTokens {
  get: (owner: OwnerRef, id: number) => Promise<StoredApiToken | undefined>;
  /** Returns the tokens, newest first. Expired tokens are included until Firestore's TTL deletes them. */
  list: (owner: OwnerRef) => Promise<StoredApiToken[]>;
  /**
   * Stores a token if `isAllowed` accepts the other tokens, otherwise returns false. The lock document prevents another
   * token from being created between the check and the write. Firestore's TTL deletes the token at `deleteAt`.
   */
  create: (
    owner: OwnerRef,
    token: StoredApiToken,
    deleteAt: Date,
    isAllowed: (others: StoredApiToken[]) => boolean,
  ) => Promise<boolean>;
  /** Stores when a token was last used. Does nothing if the token was deleted in the meantime. */
  recordUse: (owner: OwnerRef, id: number, at: string) => Promise<void>;
  /**
   * Keeps tokens valid when the account's sign-ins are ended, by replacing the value `before` in them with the new
   * `signInsValidFrom`. Tokens that had ended earlier stay ended.
   */
  keep: (owner: OwnerRef, before: string, signInsValidFrom: string) => Promise<void>;
  /** Deletes one token. Can be repeated. */
  delete: (owner: OwnerRef, id: number) => Promise<void>;
  /** Deletes all tokens of the account. Can be repeated. */
  deleteAll: (owner: OwnerRef) => Promise<void>;
}

export function apiTokens(): ApiTokens {
  const collection = async ({ uid }: OwnerRef) =>
    (await firestore()).db.collection(`users/${uid}/apiTokens`);
  const document = async (owner: OwnerRef, id: number) => (await collection(owner)).doc(String(id));

  const list = async (owner: OwnerRef) => {
    const { docs } = await (await collection(owner)).get();
    return docs
      .map((found) => tokenIn(found.id, found.data()))
      .sort((one, other) => other.createdAt.localeCompare(one.createdAt));
  };

  return {
    list,
    async get(owner, id) {
      const data = (await (await document(owner, id)).get()).data();
      return data && tokenIn(String(id), data);
    },
    async create(owner, { id, ...fields }, deleteAt, isAllowed) {
      const { db } = await firestore();
      const lock = db.doc(`users/${owner.uid}/locks/apiTokens`);
      const created = await document(owner, id);
      return retryStaleWrites(async () => {
        // Read the lock first, so that it isn't newer than the list.
        const found = await lock.get();
        if (!isAllowed(await list(owner))) return { result: false };
        const batch = db.batch();
        const turn = { turn: randomUUID() };
        if (found.exists) batch.update(lock, turn, { lastUpdateTime: found.updateTime });
        else batch.create(lock, turn);
        batch.create(created, { ...fields, deleteAt });
        return { result: true, batch };
      });
    },
    async recordUse(owner, id, at) {
      try {
        await (await document(owner, id)).update({ lastUsedAt: at });
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
    async keep(owner, before, signInsValidFrom) {
      const { db } = await firestore();
      const tokens = await collection(owner);
      await db.runTransaction(async (transaction) => {
        const { docs } = await transaction.get(tokens);
        for (const found of docs)
          if (found.get('signInsValidFrom') === before)
            transaction.update(found.ref, { signInsValidFrom });
      });
    },
    async delete(owner, id) {
      await (await document(owner, id)).delete();
    },
    async deleteAll(owner) {
      await deleteAll(await collection(owner));
    },
  };
}

function tokenIn(id: string, data: FirebaseFirestore.DocumentData): StoredApiToken {
  const { deleteAt: _deleteAt, ...fields } = data;
  return { ...(fields as Omit<StoredApiToken, 'id'>), id: Number(id) };
}
