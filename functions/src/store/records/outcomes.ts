import type { CollectionName } from '@daymark/contract/changes';
import { lastEditOf, laterEdits, type Edit, type Edits } from '@daymark/contract/laterEdits';
import { textFields, textVersion } from '@daymark/contract/texts';
import type { DocumentSnapshot } from 'firebase-admin/firestore';
import type { WriteOutcome } from '../../written';
import type { MutationKey } from './appliedMutations';
import { editsOf } from './documents';

/** At most this many mutation keys are kept in a record. */
const APPLIED_MAX = 20;

/**
 * Returns the keys of the mutations that last edited a record, latest last. A key is kept only if the edit's time can't
 * show that the edit was applied.
 */
const appliedOf = (snapshot: DocumentSnapshot) => (snapshot.get('applied') ?? []) as string[];

/** Whether the record has the key of this mutation. If it does, the mutation's edit was already written. */
export const wasApplied = (snapshot: DocumentSnapshot, mutation: MutationKey): boolean =>
  mutation !== undefined && appliedOf(snapshot).includes(mutation);

/**
 * Returns the record's keys with the key of this mutation added. Returns no field if the edit's time is enough to
 * recognize a repeated edit. The time isn't enough in two cases. An edit of texts wins by version, and a text can have
 * the same version again. An edit without a time, or with a time in the future, counts as now, so it would win again.
 */
function withApplied(
  { base, isNow }: Edit<object>,
  snapshot: DocumentSnapshot,
  mutation: MutationKey,
): { applied?: string[] } {
  if ((base === undefined && !isNow) || mutation === undefined) return {};
  return { applied: [...appliedOf(snapshot), mutation].slice(-APPLIED_MAX) };
}

/** An edit, compared with the record that it is for. */
interface Compared<Fields> {
  /** The fields to write. */
  winning: Partial<Fields>;
  /** The fields that store which edits were applied, written together with the winning fields. */
  memory: { edits: Edits; applied?: string[] };
  outcome: WriteOutcome;
}

/**
 * Compares an edit with the stored record. `current` is undefined if there is no record. An edit with conflicts gets no
 * key in `applied`, because a repeated reply has to name the conflicts again.
 */
export function compareEdit<Fields extends object>(
  edit: Edit<Fields>,
  snapshot: DocumentSnapshot,
  current: object | undefined,
  mutation: MutationKey,
): Compared<Fields> {
  const { winning, edits, conflicts } = laterEdits(edit, editsOf(snapshot), current);
  const lost = lostIn(edit, winning, current);
  return {
    winning,
    memory: { edits, ...(conflicts.length === 0 && withApplied(edit, snapshot, mutation)) },
    outcome: {
      lostFields: lost.filter((field) => !conflicts.includes(field)),
      conflicts: editTimesOf(snapshot, conflicts),
    },
  };
}

/** Returns a conflict for each text that differs between a record to be restored and the existing record. */
export function otherTexts(
  collection: CollectionName,
  record: object,
  existing: DocumentSnapshot,
): WriteOutcome {
  const others = textFields[collection].filter(
    (field) => textVersion(Reflect.get(record, field)) !== textVersion(existing.get(field)),
  );
  return { conflicts: editTimesOf(existing, others) };
}

/** Returns when fields were last edited. A field that was never edited gets the time of the record's last write. */
function editTimesOf(snapshot: DocumentSnapshot, fields: readonly string[]) {
  const written = snapshot.updateTime?.toDate() ?? new Date();
  return Object.fromEntries(
    fields.map((field) => [field, lastEditOf(editsOf(snapshot), field) ?? written.toISOString()]),
  );
}

/** Returns the fields of an edit that did not win. Leaves out fields that already have the edit's value. */
const lostIn = ({ fields }: Edit<object>, winning: object, current: object = {}) =>
  Object.entries(fields)
    .filter(([field, value]) => !(field in winning) && !isSame(value, Reflect.get(current, field)))
    .map(([field]) => field);

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
