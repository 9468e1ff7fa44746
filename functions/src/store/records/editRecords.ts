import type { DeleteQuery } from '@daymark/contract/deletion';
import { editsOfRestored, laterEdits, type Edit } from '@daymark/contract/laterEdits';
import { inUtc } from '@daymark/contract/primitives';
import { textsVersion } from '@daymark/contract/texts';
import type { DocumentData, DocumentSnapshot, UpdateData } from 'firebase-admin/firestore';
import {
  alreadyDeleted,
  broughtBack,
  changedSinceDeleted,
  notFound,
  unavailable,
} from '../../http/failure';
import type { Owner } from '../../owner';
import type { WriteOutcome, Written } from '../../written';
import { firestore, isAlreadyExists, isFailedPrecondition, isNotFound } from '../firestore';
import { retryStaleWrites } from '../retryStaleWrites';
import { isApplied, recordNothingToApply, type MutationKey } from './appliedMutations';
import {
  bytesOf,
  editsOf,
  type CollectionOptions,
  type Documents,
  type Fields,
  type Owned,
  type RestoreOptions,
  type Unowned,
} from './documents';
import { compareEdit, otherTexts, wasApplied } from './outcomes';

/**
 * The version of the texts that a person saw when they deleted a record, the time of the delete, and the mutation's
 * key.
 */
type DeleteOptions = DeleteQuery & { mutation?: MutationKey };

/**
 * At most this many records are changed in one commit. Firestore allows 500 writes, and some are needed for counters
 * and tombstones.
 */
const BATCH_MAX = 400;

/**
 * Returns functions that write single records. `mutation` is the key of the request's mutation, which is applied once
 * even if it is sent again.
 */
export function editRecords<R extends Owned>(
  documents: Documents<R>,
  { referencedBy }: CollectionOptions<R>,
) {
  const { name, one, tombstone, read, recordOf, keysFor, documentsFor, takeQuotaFor, startBatch } =
    documents;

  const found = async (owner: Owner, id: number): Promise<DocumentSnapshot> =>
    (await firestore().then(({ db }) => one(db, owner, id))).get();

  /**
   * Writes the fields that `change` returns for the winning fields of an edit. If there is no record, a record is made
   * from `blank`. @throws Failure 404 if there is neither a record nor a `blank`
   */
  async function writeEdit(
    owner: Owner,
    id: number,
    edit: Edit<Fields<R>>,
    change: (current: R, winning: Fields<R>) => Fields<R>,
    mutation: MutationKey,
    blank?: Fields<R>,
  ): Promise<Written<R>> {
    let conflicts: WriteOutcome['conflicts'] = {};
    return retryStaleWrites<Written<R>>(async (attempt) => {
      // An edit with a time in the past changes nothing when it arrives again, so its batch needs no key.
      const needsKey = edit.isNow;
      const { batch, changedAt } = await startBatch(owner, needsKey ? { mutation } : {});
      const snapshot = await found(owner, id);
      const isRepeated = needsKey && attempt > 1 && (await isApplied(owner, mutation));
      if (!snapshot.exists && (!blank || isRepeated)) throw notFound();
      const current = snapshot.exists
        ? recordOf(owner, snapshot)
        : ({ ...blank, id, userId: owner.userId } as R);
      if (isRepeated) return { result: { record: current, conflicts } };
      if (wasApplied(snapshot, mutation)) return { result: { record: current } };
      const { winning, memory, outcome } = compareEdit(edit, snapshot, current, mutation);
      ({ conflicts } = outcome);
      const fields = Object.keys(winning).length === 0 ? {} : change(current, winning);
      if (snapshot.exists && Object.keys(fields).length === 0)
        return { result: { record: current, ...outcome } };
      const changed = { ...current, ...fields };
      await takeQuotaFor(owner, changed, snapshot.exists ? current : undefined);
      if (snapshot.exists) {
        const keys = (await keysFor(owner))(changed, snapshot);
        const written = { ...fields, ...keys, bytes: bytesOf(changed) };
        const update = { ...written, ...memory, changedAt } as UpdateData<DocumentData>;
        batch.update(snapshot.ref, update, { lastUpdateTime: snapshot.updateTime });
      } else {
        const documentOf = await documentsFor(owner);
        batch.create(snapshot.ref, { ...documentOf(changed), ...memory, changedAt });
      }
      return { result: { record: changed, ...outcome, raised: name }, batch };
    });
  }

  /**
   * Sets fields that hold a record's id to null, for as many records as fit into a commit. The first commit also
   * deletes the record. Returns false if no field holds the id.
   */
  async function clearReferences(
    owner: Owner,
    id: number,
    references: NonNullable<CollectionOptions<R>['referencedBy']>,
  ): Promise<boolean> {
    return retryStaleWrites(async () => {
      const others = references.flatMap(({ collection }) =>
        collection === name ? [] : collection,
      );
      const { db, batch, changedAt, remove } = await startBatch(owner, { alsoRaise: others });
      let room = BATCH_MAX;
      for (const { collection, field } of references) {
        if (room === 0) break;
        const referring = db.collection(`users/${owner.uid}/${collection}`).where(field, '==', id);
        const { docs } = await referring.limit(room).get();
        room -= docs.length;
        for (const { ref, updateTime } of docs)
          // A goal that serves itself is deleted.
          if (collection !== name || ref.id !== String(id))
            batch.update(ref, { [field]: null, changedAt }, { lastUpdateTime: updateTime });
      }
      if (room === BATCH_MAX) return { result: false };
      // An earlier commit may have deleted the record, or it may never have existed.
      const document = await found(owner, id);
      if (document.exists) remove(document);
      return { result: true, batch };
    });
  }

  /**
   * Checks a delete.
   * @throws Failure 412 if the record was changed since the person saw it
   * @throws Failure 409 if this mutation had already deleted the record and it was brought back since
   */
  async function expectUnchanged(
    owner: Owner,
    snapshot: DocumentSnapshot,
    { deletedAt, base, mutation }: DeleteOptions,
  ): Promise<void> {
    const at = deletedAt && inUtc(deletedAt);
    const times = Object.values(editsOf(snapshot));
    // Without a version of the texts, a record created after the person's delete counts as unseen, such as a new step
    // of a deleted task.
    if (base === undefined) times.push((snapshot.get('createdAt') as string | undefined) ?? '');
    const isLater = at !== undefined && times.some((time) => time > at);
    const isOther = base !== undefined && base !== textsVersion(name, recordOf(owner, snapshot));
    if (!isLater && !isOther) return;
    // If this delete was already applied, the record was brought back since. Don't ask the person again.
    if (await isApplied(owner, mutation)) throw broughtBack();
    throw changedSinceDeleted();
  }

  /** Checks a repeated delete. @throws Failure 409 if the record was brought back after the mutation had deleted it. */
  async function expectDeleted(owner: Owner, id: number): Promise<void> {
    if ((await found(owner, id)).exists) throw broughtBack();
  }

  /** Refuses to delete records that were changed since the person saw them. @throws Failure 412 */
  async function expectSeen(
    owner: Owner,
    ids: readonly number[],
    seen: DeleteOptions,
  ): Promise<void> {
    if (seen.deletedAt === undefined && seen.base === undefined) return;
    for (const snapshot of await read(owner, ids))
      if (snapshot.exists) await expectUnchanged(owner, snapshot, seen);
  }

  return {
    /**
     * Creates a record. If a record with this id exists, returns the existing record.
     * @throws Failure 410 if the record was deleted and `restore` isn't set.
     */
    async create(
      owner: Owner,
      record: Unowned<R>,
      { restore, restoredAt, mutation }: RestoreOptions & { mutation?: MutationKey } = {},
    ): Promise<Written<R>> {
      const [documentOf] = await Promise.all([documentsFor(owner), takeQuotaFor(owner, record)]);
      // A repeated create is recognized by the record or its tombstone. Only the key reveals a repeated restore.
      const { db, batch, changedAt } = await startBatch(owner, restore ? { mutation } : {});
      const document = one(db, owner, record.id);
      const edits = restore && { edits: editsOfRestored(restoredAt, new Date()) };
      batch.create(document, { ...documentOf(record), ...edits, changedAt });
      // The commit checks the tombstone, because reading the tombstone first would cost every create a read.
      batch.delete(tombstone(db, owner, record.id), restore ? {} : { exists: false });
      try {
        await batch.commit();
        return { record: { ...record, userId: owner.userId } as R, raised: name };
      } catch (error) {
        if (isNotFound(error)) throw unavailable();
        if (!isAlreadyExists(error) && !isFailedPrecondition(error)) throw error;
        const existing = await document.get();
        if (!existing.exists) throw alreadyDeleted();
        return {
          record: recordOf(owner, existing),
          ...(restore && otherTexts(name, record, existing)),
        };
      }
    },

    /** Writes the winning fields of an edit. If there is no record, a record is made from `blank`. */
    merge: (
      owner: Owner,
      id: number,
      edit: Edit<Fields<R>>,
      blank: Fields<R>,
      mutation?: MutationKey,
    ): Promise<Written<R>> =>
      writeEdit(owner, id, edit, (_current, winning) => winning, mutation, blank),

    /**
     * Writes the fields that `change` returns for the current record and the winning fields of the edit. Writes nothing
     * if no field wins or `change` returns no fields. @throws Failure 404
     */
    update: (
      owner: Owner,
      id: number,
      edit: Edit<Fields<R>>,
      mutation: MutationKey,
      change = (_current: R, winning: Fields<R>): Fields<R> => winning,
    ): Promise<Written<R>> => writeEdit(owner, id, edit, change, mutation),

    /**
     * Returns the fields of an edit that would win now. Returns no fields if there is no record or the edit was applied
     * already.
     */
    async winning(
      owner: Owner,
      id: number,
      edit: Edit<Fields<R>>,
      mutation: MutationKey,
    ): Promise<Fields<R>> {
      const snapshot = await found(owner, id);
      if (!snapshot.exists || wasApplied(snapshot, mutation)) return {};
      return laterEdits(edit, editsOf(snapshot), recordOf(owner, snapshot)).winning;
    },

    /**
     * Deletes a record. Can be repeated, because deleting a missing record succeeds.
     * @throws Failure 409 if the mutation had already deleted the record and it was brought back since
     * @throws Failure 412 if the record was changed since the person saw it
     */
    async delete(owner: Owner, id: number, seen: DeleteOptions = {}): Promise<Written<undefined>> {
      const { mutation } = seen;
      const isDeleted = { record: undefined };
      if (referencedBy) {
        if (await isApplied(owner, mutation)) {
          await expectDeleted(owner, id);
          return isDeleted;
        }
        await expectSeen(owner, [id], seen);
        while (await clearReferences(owner, id, referencedBy));
      }
      const written = await retryStaleWrites<Written<undefined> | undefined>(async (attempt) => {
        if (attempt > 1 && (await isApplied(owner, mutation))) {
          await expectDeleted(owner, id);
          return { result: isDeleted };
        }
        const { batch, remove } = await startBatch(owner, { mutation });
        const snapshot = await found(owner, id);
        if (!snapshot.exists) return { result: undefined };
        await expectUnchanged(owner, snapshot, seen);
        remove(snapshot);
        return { result: { ...isDeleted, raised: name }, batch };
      });
      if (!written) await recordNothingToApply(owner, mutation);
      return written ?? isDeleted;
    },

    expectSeen,
  };
}
