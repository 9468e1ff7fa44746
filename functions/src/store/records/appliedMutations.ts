import { DAY_MS } from '@daymark/contract/time/units';
import type { DocumentReference, Firestore, WriteBatch } from 'firebase-admin/firestore';
import type { Owner } from '../../owner';
import { firestore, isAlreadyExists } from '../firestore';

/*
 * Which of a person's mutations were applied. A browser sends a mutation again when its answer was lost, and a network
 * may deliver a request late and twice: without this, a delete that arrives again would undo what came after it.
 */

/** The key of the mutation that a request makes (`Daymark-Mutation`); undefined if it has none. */
export type MutationKey = string | undefined;

/** As long as a browser may hold on to a mutation that has arrived. Firestore's TTL deletes the document then. */
const LIFETIME_MS = 30 * DAY_MS;

const documentOf = (db: Firestore, { uid }: Owner, key: string): DocumentReference =>
  db.doc(`users/${uid}/appliedMutations/${key}`);

const data = () => ({ expiresAt: new Date(Date.now() + LIFETIME_MS) });

/** Adds to a batch that it applies a mutation. If another commit did, this one fails with ALREADY_EXISTS. */
export function noteApplied(db: Firestore, batch: WriteBatch, owner: Owner, key: MutationKey) {
  if (key !== undefined) batch.create(documentOf(db, owner, key), data());
}

/** Notes that a mutation is applied, where there was nothing to write. */
export async function noteNothingToApply(owner: Owner, key: MutationKey): Promise<void> {
  if (key === undefined) return;
  const { db } = await firestore();
  await documentOf(db, owner, key)
    .create(data())
    .catch((error: unknown) => {
      if (!isAlreadyExists(error)) throw error;
    });
}

/** Whether a mutation was applied before. */
export async function isApplied(owner: Owner, key: MutationKey): Promise<boolean> {
  if (key === undefined) return false;
  const { db } = await firestore();
  return (await documentOf(db, owner, key).get()).exists;
}
