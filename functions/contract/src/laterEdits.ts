import { inUtc } from './primitives';

/** Some fields of a record and the time at which a person changed them: ISO 8601 in UTC, so that times compare as text. */
export interface Edit<Fields> {
  fields: Fields;
  at: string;
  /** The time was missing or in the future. Such an edit always wins. */
  isNow?: boolean;
}

/** When each field of a record was last edited; under `EVERY_FIELD` those that have no time of their own. */
export type Edits = Readonly<Record<string, string>>;

const EVERY_FIELD = '*';

/** The edits of a record that a person brought back at that time: earlier ones, arriving later, change nothing. */
export const editsOfRestored = (restoredAt: string | null | undefined, now: Date): Edits =>
  restoredAt == null ? {} : { [EVERY_FIELD]: editOf({ editedAt: restoredAt }, now).at };

/** A patch as an edit. A time in the future counts as now: otherwise a clock that is ahead would win until then. */
export function editOf<Patch extends { editedAt?: string | null | undefined }>(
  { editedAt, ...fields }: Patch,
  now: Date,
): Edit<Omit<Patch, 'editedAt'>> {
  const latest = now.toISOString();
  const at = editedAt == null ? latest : inUtc(editedAt);
  return at < latest ? { fields, at } : { fields, at: latest, isNow: true };
}

/**
 * The fields of an edit that win, and when each field was last edited after it. A field that has a later edit already
 * keeps it. A field's edit of the same moment is the same edit, arriving again.
 */
export function laterEdits<Fields extends object>(
  { fields, at, isNow = false }: Edit<Fields>,
  edits: Edits,
): { winning: Partial<Fields>; edits: Edits } {
  const last = (field: string) => edits[field] ?? edits[EVERY_FIELD] ?? '';
  const winning = Object.entries(fields).filter(([field]) => isNow || last(field) < at);
  const made = winning.map(([field]) => [field, last(field) > at ? last(field) : at]);
  return {
    winning: Object.fromEntries(winning) as Partial<Fields>,
    edits: { ...edits, ...Object.fromEntries(made) } as Edits,
  };
}
