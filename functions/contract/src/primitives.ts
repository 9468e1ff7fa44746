import * as z from 'zod/mini';
import './messages';

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

/**
 * An instant: ISO 8601 with an offset, kept as it was written. At the rim of the four-digit years an
 * offset can carry it over: written in UTC it would no longer be an instant of ours.
 */
export const Instant = z.iso
  .datetime({ offset: true, error: 'Must be a date and time in ISO 8601' })
  .check(z.refine(isInFourDigitYears, 'Must be a date and time in ISO 8601'));

/** The same, in a form that a person fills in: `required` is what it says while it is empty. */
export const RequiredInstant = (required: string) =>
  z.iso
    .datetime({
      offset: true,
      error: ({ input }) => (input ? 'Must be a date and time in ISO 8601' : required),
    })
    .check(z.refine(isInFourDigitYears, 'Must be a date and time in ISO 8601'));

/** One form for instants that are sorted as text: UTC, to the millisecond. */
export function inUtc(instant: string): string {
  return new Date(instant).toISOString();
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
 * Any text. A lone surrogate can be typed by no one and makes Firestore's transport fail.
 * `required` is what it says when there is none at all.
 */
export const Text = (most: number, required?: string) =>
  z.string({ error: ({ input }) => (input == null ? required : undefined) }).check(
    z.maxLength(most),
    z.refine((text: string) => text.isWellFormed(), 'Must be well-formed Unicode'),
  );

/** A hex colour, the only form the product writes. */
export const Color = z
  .string()
  .check(z.regex(/^#[0-9A-Fa-f]{6}$/, 'Must be a colour like #3B82F6'));

/** `userId` in a payload: the session is the owner, so it must be a number and is otherwise ignored. */
export const IgnoredUserId = z.optional(z.nullable(z.number()));

/**
 * When the person did it, by their clock: of two edits of one field the later counts, in whatever order they arrive.
 * Absent means now; the future counts as now.
 */
export const EditedAt = z.optional(z.nullable(Instant));

/** What a change may carry: any of `fields`, and at least one; and when it was made. */
export const patchOf = <Fields extends z.ZodMiniObject>(fields: Fields) =>
  z
    .extend(z.partial(fields), { editedAt: EditedAt })
    .check(
      z.refine(
        (patch) => Object.keys(patch).some((field) => field !== 'editedAt'),
        'There is nothing to change.',
      ),
    );

/**
 * A create whose id was deleted is refused (410), so that one sent again after its answer was lost doesn't bring a
 * record back that was deleted meanwhile. Undo says that it means to.
 */
export const Restore = z.optional(z.nullable(z.boolean()));

/** Where a page of a list goes on: the value is in the `Link` header of the page before, and means nothing else. */
export const After = z.optional(
  z.string().check(z.maxLength(200), z.regex(/^[\w.~:+-]+$/, 'This is not the address of a page.')),
);

/** A list's whole query, where it has no other. */
export const Page = z.object({ after: After });
