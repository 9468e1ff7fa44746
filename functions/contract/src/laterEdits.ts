import { inUtc, type Base } from './primitives';
import { textVersion } from './texts';

/** Some fields of a record and the time at which a person changed them: ISO 8601 in UTC, so that times compare as text. */
export interface Edit<Fields> {
  fields: Fields;
  at: string;
  /** The time was missing or in the future. Such an edit always wins. */
  isNow?: boolean;
  /** The version of each text that the person saw. */
  base?: NonNullable<Base>;
}

/** When each field of a record was last edited; under `EVERY_FIELD` those that have no time of their own. */
export type Edits = Readonly<Record<string, string>>;

const EVERY_FIELD = '*';

/** When a field was last edited; undefined if it never was. */
export const lastEditOf = (edits: Edits, field: string): string | undefined =>
  edits[field] ?? edits[EVERY_FIELD];

/** The edits of a record that a person brought back at that time: earlier ones, arriving later, change nothing. */
export const editsOfRestored = (restoredAt: string | null | undefined, now: Date): Edits =>
  restoredAt == null ? {} : { [EVERY_FIELD]: editOf({ editedAt: restoredAt }, now).at };

/** A patch as an edit. A time in the future counts as now: otherwise a clock that is ahead would win until then. */
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
  /** When each field was last edited after it. */
  edits: Edits;
  /**
   * The texts that are not written, because somebody has changed one of them since the person saw them: of one edit all
   * texts are written or none, so that an edit that arrives again has the same conflicts.
   */
  conflicts: string[];
}

/**
 * Decides which fields of an edit are written to `current`, the record as it is.
 * - Texts whose versions the edit names are written if the record still has these versions, whatever the clocks say.
 *   Otherwise they are conflicts, except those that the record has already.
 * - Any other field is written if it has no later edit. An edit of the same moment is the same edit, arriving again.
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
