import * as z from 'zod/mini';
import { Category } from './category';
import { Event } from './event';
import { FocusSession } from './focusSession';
import { Note } from './note';
import { Id } from './primitives';
import { Reflection } from './reflection';
import { Settings } from './settings';
import { Task } from './task';

/** The collections that a device keeps a copy of, each with the schema of its records. */
export const collections = {
  tasks: Task,
  categories: Category,
  events: Event,
  settings: Settings,
  reflections: Reflection,
  notes: Note,
  focusSessions: FocusSession,
} as const;
export type CollectionName = keyof typeof collections;

/**
 * How far a copy has come: the `ETag` of a list (without its quotes), or `revision` in a reply below. Only the server
 * reads it.
 */
const Revision = z
  .string()
  .check(z.maxLength(100), z.regex(/^[\w.-]+$/, 'This is not a revision.'));
const known = z.optional(Revision);

/** Which copies there are, and how far each has come. */
export const KnownRevisions = z.object({
  tasks: known,
  categories: known,
  events: known,
  settings: known,
  reflections: known,
  notes: known,
  focusSessions: known,
});
export type KnownRevisions = z.infer<typeof KnownRevisions>;

const changesOf = <S extends z.ZodMiniType>(record: S) =>
  z.optional(
    z.object({
      revision: Revision,
      /** The copy is too old, or too far behind: it is to be read anew, and the other two are empty. */
      reset: z.boolean(),
      /** Made or changed since; some of them may have been known already. */
      changed: z.array(record),
      deleted: z.array(Id),
    }),
  );

/** For each collection that is no longer as it was known, what is new; the others are absent. */
export const Changes = z.object({
  tasks: changesOf(Task),
  categories: changesOf(Category),
  events: changesOf(Event),
  settings: changesOf(Settings),
  reflections: changesOf(Reflection),
  notes: changesOf(Note),
  focusSessions: changesOf(FocusSession),
});
export type Changes = z.infer<typeof Changes>;

/** Lets Firebase's SDK in the browser listen to the owner's counters, and to nothing else. */
export const LiveToken = z.object({ token: z.string() });
