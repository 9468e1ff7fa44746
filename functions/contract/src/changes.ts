import * as z from 'zod/mini';
import { Category } from './category';
import { Conflict } from './conflict';
import { Event } from './event';
import { FocusSession } from './focusSession';
import { Note } from './note';
import { Id, mapFields } from './primitives';
import { Reflection } from './reflection';
import { Settings } from './settings';
import { Task } from './task';

/**
 * Every collection of a person's records, with the schema of a record. A collection comes after those that it refers
 * to.
 */
export const collections = {
  settings: Settings,
  categories: Category,
  tasks: Task,
  events: Event,
  notes: Note,
  reflections: Reflection,
  focusSessions: FocusSession,
  /** The versions of texts that are not shown. */
  conflicts: Conflict,
} as const;
export type CollectionName = keyof typeof collections;

/**
 * How far a copy has come: the `ETag` of a list (without its quotes), or `revision` in a reply below. Clients read only
 * the second of its three numbers. It counts the writes to the collection, 0 for none.
 */
const Revision = z
  .string()
  .check(z.maxLength(100), z.regex(/^[\w.-]+$/, 'This is not a revision.'));

/** The client's collections and the revision of each. */
export const KnownRevisions = z.object(mapFields(collections, () => z.optional(Revision)));
export type KnownRevisions = z.infer<typeof KnownRevisions>;

/** `live`: the reply is to have a token for live updates, too. An API token gets none. */
export const ChangesQuery = z.extend(KnownRevisions, {
  live: z.optional(z.literal('true', 'Must be true')),
});

const changesOf = <S extends z.core.SomeType>(record: S) =>
  z.optional(
    z.object({
      revision: Revision,
      /** The copy is too old or misses too much: the client has to read the whole collection. The other two are empty. */
      reset: z.boolean(),
      /** Created or changed since; the client may have some of them already. */
      changed: z.array(record),
      deleted: z.array(Id),
    }),
  );
type ChangesOf = {
  [Name in CollectionName]: ReturnType<typeof changesOf<(typeof collections)[Name]>>;
};

/**
 * The changes of each collection that has changed; the others are absent. `liveToken` is the token of `LiveToken`, where
 * the query asks for it and it could be made.
 */
export const ChangesReply = z.lazy(() =>
  z.object({
    ...(mapFields(collections, changesOf) as ChangesOf),
    liveToken: z.optional(z.string()),
  }),
);
export type Changes = Omit<z.infer<typeof ChangesReply>, 'liveToken'>;

/** With this token Firebase's SDK in the browser can listen to the owner's counters, and to nothing else. */
export const LiveToken = z.object({ token: z.string() });
