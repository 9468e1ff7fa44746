import * as z from 'zod/mini';
import { Category } from './category';
import { Conflict } from './conflict';
import { DayPlan } from './dayPlan';
import { Event } from './event';
import { FocusSession } from './focusSession';
import { Goal } from './goal';
import { Note } from './note';
import { Id, mapFields } from './primitives';
import { Reflection } from './reflection';
import { Settings } from './settings';
import { Task } from './task';
import { WeekReview } from './weekReview';

/**
 * Every collection of a person's records, with the schema of a record. A collection comes after the collections that
 * its records refer to, except that the timer in the settings refers to a task.
 */
export const collections = {
  settings: Settings,
  categories: Category,
  goals: Goal,
  tasks: Task,
  events: Event,
  notes: Note,
  reflections: Reflection,
  dayPlans: DayPlan,
  weekReviews: WeekReview,
  focusSessions: FocusSession,
  /** The versions of texts that are not shown. */
  conflicts: Conflict,
} as const;
export type CollectionName = keyof typeof collections;

/**
 * The revision of a collection: the `ETag` of a list without its quotes, or `revision` in a `ChangesReply`. Clients
 * read only the second of a revision's three numbers, which counts the writes to the collection (0 for none).
 */
const Revision = z
  .string()
  .check(z.maxLength(100), z.regex(/^[\w.-]+$/, 'This is not a valid revision.'));

/** The revision that the client has of each collection. */
export const KnownRevisions = z.object(mapFields(collections, () => z.optional(Revision)));
export type KnownRevisions = z.infer<typeof KnownRevisions>;

/**
 * The query for changes. `live` asks for a token for live updates in the reply. A request with an API token can't ask
 * for a token for live updates.
 */
export const ChangesQuery = z.extend(KnownRevisions, {
  live: z.optional(z.literal('true', 'Must be true')),
});

const changesOf = <S extends z.core.SomeType>(record: S) =>
  z.optional(
    z.object({
      revision: Revision,
      /**
       * Whether the client has to read the whole collection, for example because its copy is too old or lacks too many
       * changes. If so, `changed` and `deleted` are empty.
       */
      reset: z.boolean(),
      /** Records created or changed since the client's revision. The client may already have some of these records. */
      changed: z.array(record),
      deleted: z.array(Id),
    }),
  );
type ChangesOf = {
  [Name in CollectionName]: ReturnType<typeof changesOf<(typeof collections)[Name]>>;
};

/**
 * The changes of each collection that the query names and that has changed. Other collections are absent. `liveToken`
 * is a token for live updates, as in `LiveToken`. `liveToken` is absent unless the query asks for it and the server
 * could make it.
 */
export const ChangesReply = z.lazy(() =>
  z.object({
    ...(mapFields(collections, changesOf) as ChangesOf),
    liveToken: z.optional(z.string()),
  }),
);
export type Changes = Omit<z.infer<typeof ChangesReply>, 'liveToken'>;

/** A token with which Firebase's SDK in the browser can listen to the owner's revision counters and nothing else. */
export const LiveToken = z.object({ token: z.string() });
