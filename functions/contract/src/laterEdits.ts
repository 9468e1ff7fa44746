import { inUtc, type Base } from './primitives';
import { textVersion } from './texts';

/**
 * Some fields of a record and the time at which a person changed them. The time is ISO 8601 in UTC, so that times can
 * be compared as text.
 */
export interface Edit<Fields> {
  fields: Fields;
  at: string;
  /** Whether the time was missing or not in the past. Such an edit wins in every field except the texts in `base`. */
  isNow?: boolean;
  /** For each text, the version that the person saw. */
  base?: NonNullable<Base>;
}

/** When each field of a record was last edited. `EVERY_FIELD` has the time for fields without a time of their own. */
export type Edits = Readonly<Record<string, string>>;

const EVERY_FIELD = '*';

/** Returns when a field was last edited, or undefined if it never was. */
export const lastEditOf = (edits: Edits, field: string): string | undefined =>
  edits[field] ?? edits[EVERY_FIELD];

/**
 * Returns the edit times of a record that was restored at `restoredAt`, or no edit times if `restoredAt` is missing.
 * Edits made before `restoredAt` are ignored, even if they arrive later.
 */
export const editsOfRestored = (restoredAt: string | null | undefined, now: Date): Edits =>
  restoredAt == null ? {} : { [EVERY_FIELD]: editOf({ editedAt: restoredAt }, now).at };

/**
 * Returns a patch as an edit. A missing time counts as now. A time in the future counts as now too, because otherwise
 * edits from a clock that is ahead would win until that time.
 */
export function editOf<Patch extends { editedAt?: string | null | undefined; base?: Base }>(
  { editedAt, base, ...fields }: Patch,
  now: Date,
): Edit<Omit<Patch, 'editedAt' | 'base'>> {
  const latest = now.toISOString();
  const at = editedAt == null ? latest : inUtc(editedAt);
  return {
    fields,
    ...(at < latest ? { at } : { at: latest, isNow: true }),
    ...(base && { base }),
  };
}

/** The outcome of an edit. */
interface Outcome<Fields> {
  /** The fields that are written. */
  winning: Partial<Fields>;
  /** When each field was last edited, this edit included. */
  edits: Edits;
  /**
   * The texts that are not written, because one of them was changed after the person saw it. An edit writes all its
   * texts or none, so that an edit that arrives again has the same conflicts.
   */
  conflicts: string[];
}

/**
 * Decides which fields of an edit are written to `current`, the stored record.
 * - Texts for which the edit names a version are written if the record still has these versions, whatever the clocks
 *   say. Otherwise the texts that differ from the texts of the record are conflicts.
 * - Any other field is written if it has no later edit. An edit with the same time counts as the same edit, arriving
 *   again.
 */
export function laterEdits<Fields extends object>(
  { fields, at, isNow = false, base = {} }: Edit<Fields>,
  edits: Edits,
  current: object = {},
): Outcome<Fields> {
  const last = (field: string) => lastEditOf(edits, field) ?? '';
  const versionOf = (field: string) => textVersion(Reflect.get(current, field));
  const isText = (field: string) => Object.hasOwn(base, field);
  const changed = Object.entries(fields)
    .filter(([field, value]) => isText(field) && versionOf(field) !== textVersion(value))
    .map(([field]) => field);
  const conflicts = changed.every((field) => versionOf(field) === base[field]) ? [] : changed;
  const winning = Object.entries(fields).filter(([field]) => {
    if (!isText(field)) return isNow || last(field) < at;
    return changed.includes(field) && conflicts.length === 0;
  });
  const made = winning.map(([field]) => [field, last(field) > at ? last(field) : at]);
  return {
    winning: Object.fromEntries(winning) as Partial<Fields>,
    edits: { ...edits, ...Object.fromEntries(made) } as Edits,
    conflicts,
  };
}
