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
import { isApplied, noteNothingToApply, type MutationKey } from './appliedMutations';
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

/** The texts that a person saw when they deleted a record, and the mutation that deletes it. */
type DeleteOptions = DeleteQuery & { mutation?: MutationKey };

/** Firestore allows 500 writes in a commit; a few of them are counters and tombstones. */
const BATCH_MAX = 400;

/** Writes single records. `mutation` is the key of the request's mutation: sent again, it is applied once. */
export function editRecords<R extends Owned>(
  documents: Documents<R>,
  { referencedBy }: CollectionOptions<R>,
) {
  const { name, keys, one, tombstone, read, recordOf, documentOf, takeRoomFor, startBatch } =
    documents;

  const found = async (owner: Owner, id: number): Promise<DocumentSnapshot> =>
    (await firestore().then(({ db }) => one(db, owner, id))).get();

  /** Writes the winning fields of an edit. Without a record it starts from `blank`, and without that it throws 404. */
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
      // Arriving again, an edit of its own time changes nothing.
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
      await takeRoomFor(owner, changed, snapshot.exists ? current : undefined);
      if (snapshot.exists) {
        const written = { ...fields, ...keys?.(changed), bytes: bytesOf(changed) };
        const update = { ...written, ...memory, changedAt } as UpdateData<DocumentData>;
        batch.update(snapshot.ref, update, { lastUpdateTime: snapshot.updateTime });
      } else batch.create(snapshot.ref, { ...documentOf(changed), ...memory, changedAt });
      return { result: { record: changed, ...outcome, raised: name }, batch };
    });
  }

  /**
   * Sets the fields that hold a record's id to null, for as many records as fit into a commit. Deletes the record in
   * the first of these commits. Returns whether there was anything to do.
   */
  async function clearReferences(
    owner: Owner,
    id: number,
    { collection: other, field }: NonNullable<CollectionOptions<R>['referencedBy']>,
  ): Promise<boolean> {
    return retryStaleWrites(async () => {
      const { db, batch, changedAt, remove } = await startBatch(owner, { alsoRaise: [other] });
      const referring = db.collection(`users/${owner.uid}/${other}`).where(field, '==', id);
      const { docs } = await referring.limit(BATCH_MAX).get();
      if (docs.length === 0) return { result: false };
      for (const { ref, updateTime } of docs)
        batch.update(ref, { [field]: null, changedAt }, { lastUpdateTime: updateTime });
      // A field may hold an id that never existed: that leaves no tombstone.
      const document = await found(owner, id);
      if (document.exists) remove(document);
      return { result: true, batch };
    });
  }

  /** @throws Failure 412 when the record was changed since the person saw it; 409 when they deleted it before. */
  async function expectUnchanged(
    owner: Owner,
    snapshot: DocumentSnapshot,
    { deletedAt, base, mutation }: DeleteOptions,
  ): Promise<void> {
    const at = deletedAt && inUtc(deletedAt);
    const times = Object.values(editsOf(snapshot));
    // Without a version it is part of what is deleted: one that was made later was not seen either.
    if (base === undefined) times.push((snapshot.get('createdAt') as string | undefined) ?? '');
    const isLater = at !== undefined && times.some((time) => time > at);
    const isOther = base !== undefined && base !== textsVersion(name, recordOf(owner, snapshot));
    if (!isLater && !isOther) return;
    // A delete that arrives again after the record was brought back asks nothing.
    if (await isApplied(owner, mutation)) throw broughtBack();
    throw changedSinceDeleted();
  }

  /** @throws Failure 409 when the record is there: it was brought back after the mutation had deleted it. */
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
     * Can be repeated: a second create of the same id returns the record that the first one made.
     * @throws Failure 410 when the record was deleted and `restore` is not set.
     */
    async create(
      owner: Owner,
      record: Unowned<R>,
      { restore, restoredAt, mutation }: RestoreOptions & { mutation?: MutationKey } = {},
    ): Promise<Written<R>> {
      await takeRoomFor(owner, record);
      // Its id and its tombstone show that it was made before. Only of what was deleted and restored they do not.
      const { db, batch, changedAt } = await startBatch(owner, restore ? { mutation } : {});
      const document = one(db, owner, record.id);
      const edits = restore && { edits: editsOfRestored(restoredAt, new Date()) };
      batch.create(document, { ...documentOf(record), ...edits, changedAt });
      // A condition of the commit: reading the tombstone first would cost every create a read.
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

    /** Writes the fields of an edit that win. Where there is no record, it makes one from `blank` first. */
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
     * when no field wins, or `change` returns none. @throws Failure 404
     */
    update: (
      owner: Owner,
      id: number,
      edit: Edit<Fields<R>>,
      mutation: MutationKey,
      change = (_current: R, winning: Fields<R>): Fields<R> => winning,
    ): Promise<Written<R>> => writeEdit(owner, id, edit, change, mutation),

    /** The fields of an edit that would win now; none if there is no record. */
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
     * Can be repeated: deleting a record that does not exist does nothing.
     * @throws Failure 409 when the mutation deleted it before, and it was brought back since; 412 when it was changed
     * since the person saw it.
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
      if (!written) await noteNothingToApply(owner, mutation);
      return written ?? isDeleted;
    },

    expectSeen,
  };
}
