import type { CollectionName } from '@daymark/contract/changes';
import { lastEditOf, laterEdits, type Edit, type Edits } from '@daymark/contract/laterEdits';
import { textFields, textVersion } from '@daymark/contract/texts';
import type { DocumentSnapshot } from 'firebase-admin/firestore';
import type { WriteOutcome } from '../../written';
import type { MutationKey } from './appliedMutations';
import { editsOf } from './documents';

/** How many edits a record remembers. */
const APPLIED_MAX = 20;

/** The keys of a record's last edits whose times do not show that they were applied, the latest last. */
const appliedOf = (snapshot: DocumentSnapshot) => (snapshot.get('applied') ?? []) as string[];

/** Whether the record remembers that a mutation's edit was written to it before. */
export const wasApplied = (snapshot: DocumentSnapshot, mutation: MutationKey): boolean =>
  mutation !== undefined && appliedOf(snapshot).includes(mutation);

/**
 * The field that remembers a mutation's edit, if its time does not: the version that an edit of a text names can be the
 * record's again, and the time of a clock that is ahead is later than the one that the edit counts for. An edit with
 * conflicts is not remembered: when it arrives again, the reply has to name them again.
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
  /** The fields that are written. */
  winning: Partial<Fields>;
  /** The record of earlier edits that the document keeps when the winning fields are written. */
  memory: { edits: Edits; applied?: string[] };
  outcome: WriteOutcome;
}

/** Compares an edit with the record as it is stored. `current` is undefined if there is none. */
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

/** The texts that a record to be restored has otherwise than the one that is there already. */
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

/** When fields were last edited. A field that never was counts as edited when the record was last written. */
function editTimesOf(snapshot: DocumentSnapshot, fields: readonly string[]) {
  const written = snapshot.updateTime?.toDate() ?? new Date();
  return Object.fromEntries(
    fields.map((field) => [field, lastEditOf(editsOf(snapshot), field) ?? written.toISOString()]),
  );
}

/** The fields of an edit that did not win, unless the record has what it would write. */
const lostIn = ({ fields }: Edit<object>, winning: object, current: object = {}) =>
  Object.entries(fields)
    .filter(([field, value]) => !(field in winning) && !isSame(value, Reflect.get(current, field)))
    .map(([field]) => field);

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
