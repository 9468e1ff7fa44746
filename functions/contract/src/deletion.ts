import * as z from 'zod/mini';
import { Category } from './category';
import { Conflict } from './conflict';
import { Event } from './event';
import { FocusSession } from './focusSession';
import { Goal } from './goal';
import { Note } from './note';
import { Instant, PathId } from './primitives';
import { Task } from './task';

/** How long a deleted record can be restored, in days. */
export const DELETED_KEPT_DAYS = 30;

/**
 * The query of a delete: when the person deleted the record, and the version of its texts that the person saw
 * (`textsVersion`). The delete is refused (412) if the record was changed after that time, or if the person saw other
 * texts. Without these parameters the record is deleted in any case.
 */
export const DeleteQuery = z.object({
  deletedAt: z.optional(Instant),
  base: z.optional(PathId),
});
export type DeleteQuery = z.infer<typeof DeleteQuery>;

/**
 * The collections whose deleted records can be restored. A person can't delete a single record of another collection.
 * Such records are deleted when an import is undone, or together with all other records of the account.
 */
export const RESTORABLE = [
  'tasks',
  'categories',
  'goals',
  'events',
  'notes',
  'focusSessions',
  'conflicts',
] as const;

const deleted = <const Name extends string, Record extends z.ZodMiniType>(
  collection: Name,
  record: Record,
) => z.object({ collection: z.literal(collection), deletedAt: Instant, record });

/** The collection that a deleted record was in. */
export const DeletedIn = z.object({ collection: z.enum(RESTORABLE) });

/** A deleted record as it was, and when it was deleted. */
export const DeletedRecord = z.lazy(() =>
  z.discriminatedUnion('collection', [
    deleted('tasks', Task),
    deleted('categories', Category),
    deleted('goals', Goal),
    deleted('events', Event),
    deleted('notes', Note),
    deleted('focusSessions', FocusSession),
    deleted('conflicts', Conflict),
  ]),
);
export type DeletedRecord = z.infer<typeof DeletedRecord>;
