import { DAY_MS } from '@daymark/contract/time/units';
import type { DocumentReference, Firestore, WriteBatch } from 'firebase-admin/firestore';
import type { Owner } from '../../owner';
import { firestore, isAlreadyExists } from '../firestore';

/*
 * The keys of a person's mutations that were applied. A browser sends a mutation again if the response was lost, and a
 * network may deliver a request late and twice. Without these keys, a delete that arrives again would also delete a
 * record that was brought back since.
 */

/** The key of the mutation that a request makes (`Daymark-Mutation`), or undefined if it has none. */
export type MutationKey = string | undefined;

/**
 * How long a key is kept, in ms: as long as a browser may resend a mutation that has arrived. Firestore's TTL deletes
 * the key's document when this time is over.
 */
const LIFETIME_MS = 30 * DAY_MS;

const documentOf = (db: Firestore, { uid }: Owner, key: string): DocumentReference =>
  db.doc(`users/${uid}/appliedMutations/${key}`);

const data = () => ({ expiresAt: new Date(Date.now() + LIFETIME_MS) });

/**
 * Adds a mutation's key to the batch that applies the mutation. The commit fails with ALREADY_EXISTS if the mutation
 * was already applied.
 */
export function recordApplied(db: Firestore, batch: WriteBatch, owner: Owner, key: MutationKey) {
  if (key !== undefined) batch.create(documentOf(db, owner, key), data());
}

/** Stores the key of a mutation for which there was nothing to write. */
export async function recordNothingToApply(owner: Owner, key: MutationKey): Promise<void> {
  if (key === undefined) return;
  const { db } = await firestore();
  await documentOf(db, owner, key)
    .create(data())
    .catch((error: unknown) => {
      if (!isAlreadyExists(error)) throw error;
    });
}

/** Whether a mutation was already applied. */
export async function isApplied(owner: Owner, key: MutationKey): Promise<boolean> {
  if (key === undefined) return false;
  const { db } = await firestore();
  return (await documentOf(db, owner, key).get()).exists;
}
