import * as z from 'zod/mini';
import './messages';

/*
 * Making a schema takes time and would delay the start of the app. In all files of the contract, larger schemas that no
 * screen needs when it opens are therefore `z.lazy`.
 */

const LARGEST_ID = 2 ** 52 - 1;

/** An id on the wire. An id has 52 bits, so that it stays exact as a JSON number. */
export const Id = z.int().check(z.minimum(1), z.maximum(LARGEST_ID));

/**
 * An id inside a path. Only the canonical decimal form is accepted, because any other text could reach Firestore as a
 * path.
 */
export const PathId = z.pipe(
  z.string().check(z.regex(/^[1-9][0-9]{0,15}$/, 'The id in the address must be a whole number.')),
  z.pipe(z.transform(Number), Id),
);

/** The parameters of a path to one record. */
export const ById = z.object({ id: PathId });

/** The optional `id` in a create, which makes the create repeatable. */
export const OptionalId = z.optional(z.nullable(Id));

/**
 * Returns a fresh id of 52 random bits, never 0. The client chooses ids, so that a repeated create makes one record.
 */
export function newId(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0xfffff) * 2 ** 32 + low || 1;
}

/**
 * Returns an id computed from a text, the same on every device: two hashes of 26 bits each, similar to FNV-1a.
 * Different texts almost always have different ids.
 */
export function idOfText(text: string): number {
  let [high, low] = [0x811c9dc5, 0x01000193];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ (code + index), 0x85ebca6b);
  }
  const mixed = (hash: number) => {
    const first = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
    return (second ^ (second >>> 16)) >>> 6;
  };
  return mixed(high) * 2 ** 26 + mixed(low) || 1;
}

/**
 * An instant in ISO 8601 with an offset, stored as it was written. The instant's year must have four digits in UTC as
 * well. Near the years 0 and 9999 the offset can make a difference.
 */
export const Instant = z.iso
  .datetime({ offset: true, error: 'Must be a date and time in ISO 8601' })
  .check(z.refine(isInFourDigitYears, 'Must be a date and time in ISO 8601'));

/** An instant in a form. `required` is the message while the field is empty. */
export const RequiredInstant = (required: string) =>
  z.iso
    .datetime({
      offset: true,
      error: ({ input }) => (input ? 'Must be a date and time in ISO 8601' : required),
    })
    .check(z.refine(isInFourDigitYears, 'Must be a date and time in ISO 8601'));

/** Returns an instant in UTC with milliseconds, so that instants sort as text. */
export function inUtc(instant: string): string {
  return new Date(instant).toISOString();
}

/** Returns the moment `ms` as an instant with the same offset as `instant`. */
export function withOffsetOf(instant: string, ms: number): string {
  const offset = /[+-]\d\d:?\d\d$/.exec(instant)?.[0];
  if (!offset) return new Date(ms).toISOString();
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  const shiftMs = minutes * 60_000 * (offset.startsWith('-') ? -1 : 1);
  return new Date(ms + shiftMs).toISOString().replace('Z', offset);
}

/** A calendar day: `2026-11-20`. */
export const Day = z.iso.date('Must be a day like 2026-11-20');

/** Returns the id of a record of which there is one per day: 20261120 for "2026-11-20". */
export const idOfDay = (day: string): number => Number(day.replaceAll('-', ''));

/** Returns the day in such an id: "2026-11-20" for 20261120. */
export function dayOfId(id: number): string {
  const digits = String(id).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/**
 * A position in a list that is ordered by hand, compared as text. Between two positions there is always another one
 * (fractional indexing), so a move changes only one record.
 */
export const Position = z
  .string()
  .check(z.maxLength(200), z.regex(/^[0-9A-Za-z]+$/, 'This is not a valid position.'));

/** Returns the local day of an instant, as written in its own offset. */
export function dayOf(instant: string): string {
  return instant.slice(0, 10);
}

function isInFourDigitYears(instant: string): boolean {
  const year = new Date(instant).getUTCFullYear();
  return year >= 0 && year <= 9999;
}

/**
 * Returns the schema of any text. Lone surrogates are refused, because they can't be typed and make Firestore's
 * transport fail. `required` is the message when the text is missing.
 */
export const Text = (maxLength: number, required?: string) =>
  z.string({ error: ({ input }) => (input == null ? required : undefined) }).check(
    z.maxLength(maxLength),
    z.refine((text: string) => text.isWellFormed(), 'Must be well-formed Unicode'),
  );

/** A hex color, the only form that the product writes. */
export const Color = z.string().check(z.regex(/^#[0-9A-Fa-f]{6}$/, 'Must be a color like #3B82F6'));

/**
 * `userId` in a request. If `userId` is present, it must be a number. The number is ignored, because the session
 * decides the owner.
 */
export const IgnoredUserId = z.optional(z.nullable(z.number()));

/**
 * When the person made the edit, by their device's clock. When two edits of a field conflict, the later one wins, in
 * whatever order they arrive. A time that is absent or in the future counts as now.
 */
export const EditedAt = z.optional(z.nullable(Instant));

/**
 * The version of each text that the person saw when they began to edit it, by field (`textVersion`). A text that was
 * changed since then is not overwritten, and the reply names it in `Daymark-Conflict`. A text without a version here
 * follows the rule for other fields: the later edit wins.
 */
export const Base = z.optional(
  z.nullable(z.record(z.string().check(z.minLength(1), z.maxLength(40)), Id)),
);
export type Base = z.infer<typeof Base>;

/**
 * Returns the schema of an update's body. The body must have at least one of `fields`. The time of the edit, and the
 * versions of the texts that the edit is based on, are optional. The fields in `about` describe the edit and are not
 * stored. A body that breaks a rule in `rules` is refused with the rule's message.
 */
export const patchOf = <
  Fields extends z.ZodMiniObject,
  About extends z.core.$ZodShape = Record<never, never>,
>(
  fields: () => Fields,
  about = {} as About,
  rules: readonly { isMet: (patch: object) => boolean; message: string }[] = [],
) =>
  z.lazy(() =>
    z.extend(z.partial(fields()), { editedAt: EditedAt, base: Base, ...about }).check(
      z.refine(
        (patch) =>
          Object.keys(patch).some(
            (field) => field !== 'editedAt' && field !== 'base' && !(field in about),
          ),
        'There is nothing to change.',
      ),
      ...rules.map(({ isMet, message }) => z.refine((patch) => isMet(patch as object), message)),
    ),
  );

/**
 * Whether a create may restore a deleted record. Undo sets `restore`. Without `restore`, a create whose id was deleted
 * is refused (410). So a create that is sent again because its reply was lost doesn't restore a record that was deleted
 * in the meantime.
 */
export const Restore = z.optional(z.nullable(z.boolean()));

/**
 * With `restore`, when the person restored the record. Edits made before this time are ignored, even if they arrive
 * later.
 */
export const RestoredAt = z.optional(z.nullable(Instant));

/** The optional fields of a create. `id` and `userId` replace the record's required fields of the same names. */
export const createFields = {
  id: OptionalId,
  restore: Restore,
  restoredAt: RestoredAt,
  userId: IgnoredUserId,
};

/** Returns an object with the same names, whose values `to` computes. */
export const mapFields = <Fields extends object, To>(
  fields: Fields,
  to: (value: Fields[keyof Fields], name: keyof Fields) => To,
) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      to(value as Fields[keyof Fields], name as keyof Fields),
    ]),
  ) as { [Name in keyof Fields]: To };

/** Returns the same schemas with null as their default, for fields of a record that may be absent. */
export const orNull = <Fields extends Record<string, z.ZodMiniNullable>>(fields: Fields) =>
  mapFields(fields, (schema) => z._default(schema, null as never)) as unknown as {
    [Name in keyof Fields]: z.ZodMiniDefault<Fields[Name]>;
  };

/** Returns an object with the same names, whose values are null. */
export const allNull = <Fields extends object>(fields: Fields) => mapFields(fields, () => null);

/** The cursor of a page, from the `Link` header of the previous page. Only the server knows the cursor's meaning. */
export const After = z.optional(
  z.string().check(z.maxLength(200), z.regex(/^[\w.~:+-]+$/, 'This is not a valid page address.')),
);

/** The query of a list without filters. */
export const PageQuery = z.object({ after: After });
