import * as z from 'zod/mini';
import './messages';

/*
 * Larger schemas that no screen begins with are `z.lazy`, here and in the other files: in a browser that has just started,
 * each part of a schema takes 20 µs to make.
 */

const LARGEST_ID = 2 ** 52 - 1;

/** An id on the wire: 52 bits, so that it stays exact as a JSON number. */
export const Id = z.int().check(z.minimum(1), z.maximum(LARGEST_ID));

/** An id inside a path. Only its canonical decimal form passes: anything else could reach Firestore as a path. */
export const PathId = z.pipe(
  z.string().check(z.regex(/^[1-9][0-9]{0,15}$/, 'The id in the address must be a whole number.')),
  z.pipe(z.transform(Number), Id),
);

/** The parameters of a path to one record. */
export const ById = z.object({ id: PathId });

/** `id` in a create: it makes the create repeatable. */
export const OptionalId = z.optional(z.nullable(Id));

/** A fresh id: 52 random bits, never 0. The client chooses ids, so a repeated create makes one record. */
export function newId(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0xfffff) * 2 ** 32 + low || 1;
}

/** The id that a text stands for, the same everywhere: FNV-1a, twice 26 bits. Different texts have different ids, nearly. */
export function idOfText(text: string): number {
  let [high, low] = [0x811c9dc5, 0x01000193];
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ (code + place), 0x85ebca6b);
  }
  const mixed = (hash: number) => {
    const first = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
    return (second ^ (second >>> 16)) >>> 6;
  };
  return mixed(high) * 2 ** 26 + mixed(low) || 1;
}

/**
 * An instant: ISO 8601 with an offset, stored as it was written. Its year in UTC must have four digits, too: near the
 * year 0 or 9999 an offset can change that.
 */
export const Instant = z.iso
  .datetime({ offset: true, error: 'Must be a date and time in ISO 8601' })
  .check(z.refine(isInFourDigitYears, 'Must be a date and time in ISO 8601'));

/** The same in a form: `required` is the message while it is empty. */
export const RequiredInstant = (required: string) =>
  z.iso
    .datetime({
      offset: true,
      error: ({ input }) => (input ? 'Must be a date and time in ISO 8601' : required),
    })
    .check(z.refine(isInFourDigitYears, 'Must be a date and time in ISO 8601'));

/** An instant in UTC with milliseconds, so that instants sort as text. */
export function inUtc(instant: string): string {
  return new Date(instant).toISOString();
}

/** A moment, written with the offset of another instant. */
export function withOffsetOf(instant: string, ms: number): string {
  const offset = /[+-]\d\d:?\d\d$/.exec(instant)?.[0];
  if (!offset) return new Date(ms).toISOString();
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  const shiftMs = minutes * 60_000 * (offset.startsWith('-') ? -1 : 1);
  return new Date(ms + shiftMs).toISOString().replace('Z', offset);
}

/** A calendar day: `2026-11-20`. */
export const Day = z.iso.date('Must be a day like 2026-11-20');

/** The local day of an instant, as written in its own offset. */
export function dayOf(instant: string): string {
  return instant.slice(0, 10);
}

function isInFourDigitYears(instant: string): boolean {
  const year = new Date(instant).getUTCFullYear();
  return year >= 0 && year <= 9999;
}

/**
 * Any text. Lone surrogates are refused: nobody can type them, and they make Firestore's transport fail.
 * `required` is the message when the text is missing.
 */
export const Text = (maxLength: number, required?: string) =>
  z.string({ error: ({ input }) => (input == null ? required : undefined) }).check(
    z.maxLength(maxLength),
    z.refine((text: string) => text.isWellFormed(), 'Must be well-formed Unicode'),
  );

/** A hex colour, the only form the product writes. */
export const Color = z.string().check(z.regex(/^#[0-9A-Fa-f]{6}$/, 'Must be a color like #3B82F6'));

/** `userId` in a payload: the session is the owner, so it must be a number and is otherwise ignored. */
export const IgnoredUserId = z.optional(z.nullable(z.number()));

/**
 * When the person made the edit, by their clock. Of two edits of one field the later one wins, in whatever order they
 * arrive. Absent means now; the future counts as now.
 */
export const EditedAt = z.optional(z.nullable(Instant));

/**
 * The version of each text that the person saw when they began to edit it, by field (`textVersion`). A text that was
 * changed since is not overwritten: the reply names it in `Daymark-Conflict`. Absent means that it is overwritten.
 */
export const Base = z.optional(
  z.nullable(z.record(z.string().check(z.minLength(1), z.maxLength(40)), Id)),
);
export type Base = z.infer<typeof Base>;

/**
 * The body of an update: any of `fields`, at least one, the time of the edit and what it was made on. `about` are fields that say something
 * about the edit and are not stored.
 */
export const patchOf = <
  Fields extends z.ZodMiniObject,
  About extends z.core.$ZodShape = Record<never, never>,
>(
  fields: () => Fields,
  about = {} as About,
) =>
  z.lazy(() =>
    z
      .extend(z.partial(fields()), { editedAt: EditedAt, base: Base, ...about })
      .check(
        z.refine(
          (patch) =>
            Object.keys(patch).some(
              (field) => field !== 'editedAt' && field !== 'base' && !(field in about),
            ),
          'There is nothing to change.',
        ),
      ),
  );

/**
 * A create whose id was deleted is refused (410): a create that is sent again because its answer was lost must not
 * restore a record that was deleted meanwhile. Undo sets `restore`.
 */
export const Restore = z.optional(z.nullable(z.boolean()));

/** With `restore`, when the person brought the record back: edits that were made before, arriving later, lose. */
export const RestoredAt = z.optional(z.nullable(Instant));

/** The fields that every create may have beside those of the record. */
export const createFields = {
  id: OptionalId,
  restore: Restore,
  restoredAt: RestoredAt,
  userId: IgnoredUserId,
};

/** Returns an object with the same names and other values. */
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

/** Returns the same fields of a record, which may be absent: they are null then. */
export const orNull = <Fields extends Record<string, z.ZodMiniNullable>>(fields: Fields) =>
  mapFields(fields, (schema) => z._default(schema, null as never)) as unknown as {
    [Name in keyof Fields]: z.ZodMiniDefault<Fields[Name]>;
  };

/** Returns fields of a record, each null. */
export const allNull = <Fields extends object>(fields: Fields) => mapFields(fields, () => null);

/** The cursor of a page: the value is in the `Link` header of the page before, and has no other meaning. */
export const After = z.optional(
  z.string().check(z.maxLength(200), z.regex(/^[\w.~:+-]+$/, 'This is not the address of a page.')),
);

/** The query of a list without filters. */
export const PageQuery = z.object({ after: After });
