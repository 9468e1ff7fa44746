import { inUtc } from './primitives';

/** Some fields of a record as a person left them, and when: ISO 8601 in UTC, so that times compare as text. */
export interface Edit<Fields> {
  fields: Fields;
  at: string;
  /** It is made as it is written: nobody said when, or a time that is still to come. So it counts, whatever else. */
  isNow?: boolean;
}

/** When each field of a record was last edited. */
export type Edits = Readonly<Record<string, string>>;

/** A patch as an edit. A clock that is ahead would win against every edit until then, so the future counts as now. */
export function editOf<Patch extends { editedAt?: string | null | undefined }>(
  { editedAt, ...fields }: Patch,
  now: Date,
): Edit<Omit<Patch, 'editedAt'>> {
  const latest = now.toISOString();
  const at = editedAt == null ? latest : inUtc(editedAt);
  return at < latest ? { fields, at } : { fields, at: latest, isNow: true };
}

/**
 * The fields of an edit that count, and when each field was last edited then: a field that was edited later already
 * stays as it is. Of two edits of one moment the one that arrives later counts.
 */
export function laterEdits<Fields extends object>(
  { fields, at, isNow = false }: Edit<Fields>,
  edits: Edits,
): { counting: Partial<Fields>; edits: Edits } {
  const last = (field: string) => edits[field] ?? '';
  const counting = Object.entries(fields).filter(([field]) => isNow || last(field) <= at);
  const made = counting.map(([field]) => [field, last(field) > at ? last(field) : at]);
  return {
    counting: Object.fromEntries(counting) as Partial<Fields>,
    edits: { ...edits, ...Object.fromEntries(made) } as Edits,
  };
}
