import * as z from 'zod/mini';
import { NewCategory } from './category';
import { collections } from './changes';
import { NewConflict } from './conflict';
import { NewDayPlan } from './dayPlan';
import { NewEvent } from './event';
import { NewFocusSession } from './focusSession';
import { NewGoal } from './goal';
import { NewNote } from './note';
import { Id, Instant, mapFields } from './primitives';
import { NewReflection } from './reflection';
import { ChosenSettings, Settings } from './settings';
import { NewTask } from './task';
import { TimeZone } from './time/timeZone';
import { User } from './user';
import { NewWeekReview } from './weekReview';

const { settings: _, ...listed } = collections;
type Lists = { [Name in keyof typeof listed]: z.ZodMiniArray<(typeof listed)[Name]> };

/** A person's profile, settings and records, in one document. */
export const AccountExport = z.object({
  version: z.literal(1),
  exportedAt: Instant,
  user: User,
  settings: Settings,
  ...(mapFields(listed, (record) => z.array(record)) as Lists),
});
export type AccountExport = z.infer<typeof AccountExport>;

/**
 * The format of an export. `zip` contains the same document as `daymark.json`, plus the notes as Markdown, the tasks as
 * a table and the events as iCalendar.
 */
export const ExportFormat = z.object({ format: z.optional(z.enum(['json', 'zip'])) });

/** At most this many records in one import call, so that it stays well within the request's time limit. */
const IMPORT_MAX = 2_500;

/** Longest body of one call when an import takes several calls, in bytes. The server accepts 640 KB. */
export const IMPORT_BYTES_MAX = 500_000;

const optional = <S extends z.core.SomeType>(schema: S) => z.optional(z.nullable(schema));
const id = { id: Id };

/** The schema of an imported record, for each collection except the settings. */
export const importedRecords = {
  categories: z.extend(NewCategory, id),
  goals: z.extend(NewGoal, id),
  tasks: z.extend(NewTask, id),
  events: z.extend(NewEvent, id),
  notes: z.extend(NewNote, id),
  reflections: NewReflection,
  dayPlans: z.extend(NewDayPlan, id),
  weekReviews: z.extend(NewWeekReview, id),
  focusSessions: z.extend(NewFocusSession, id),
  conflicts: z.extend(NewConflict, id),
} satisfies Record<keyof typeof listed, z.ZodMiniType>;
export type ImportedCollection = keyof typeof importedRecords;

/**
 * The collections whose records an import creates. A collection comes after the collections that its records refer to.
 */
export const importedCollections = Object.keys(importedRecords) as ImportedCollection[];

const importedList = <Record extends z.core.SomeType>(record: Record) =>
  optional(z.array(record).check(tooMany));
type ImportedLists = {
  [Name in ImportedCollection]: ReturnType<typeof importedList<(typeof importedRecords)[Name]>>;
};

const TOO_MANY = `An import holds at most ${IMPORT_MAX} records at a time.`;

/**
 * Limits each list, in addition to the limit of the whole document. If a list is too long, zod refuses it before
 * parsing its records.
 */
const tooMany = z.maxLength(IMPORT_MAX, TOO_MANY);

/**
 * The body of an import: an export document or any part of it. A large account is imported in several calls. Because
 * records have ids, a call can be repeated. Only the time zone of `user` is used. The client chooses the `importId`,
 * which all calls of one import share. The `importId` allows the import to be undone.
 */
export const AccountImport = z.lazy(() =>
  z
    .object({
      version: z.optional(z.literal(1)),
      user: optional(z.object({ timeZone: optional(TimeZone) })),
      settings: optional(z.partial(ChosenSettings)),
      importId: optional(Id),
      ...(mapFields(importedRecords, importedList) as ImportedLists),
    })
    .check(
      z.refine((document) => Object.keys(document).length > 0, 'There is nothing to import.'),
      z.refine((document) => countRecords(document) <= IMPORT_MAX, TOO_MANY),
    ),
);

function countRecords(document: object): number {
  const lists = Object.values(document).filter((value) => Array.isArray(value));
  return lists.reduce((count, list) => count + list.length, 0);
}

const Count = z.int();

/**
 * The number of records created in each collection. Existing records stay unchanged. With an `importId`, a record of
 * this call also counts if an earlier call of the same import created it. A call that is repeated because its reply was
 * lost therefore gets the same reply.
 */
export const AccountImported = z.object(mapFields(importedRecords, () => Count));

/** The import to undo. */
export const ImportUndo = z.object({ importId: Id });

/**
 * The result of one call that undoes an import. `deleted` counts the records that this call deleted. `kept` counts the
 * records that this call and earlier calls kept. A record is kept if it was changed after the import or other records
 * refer to it. If `isDone` is false, call again.
 */
export const ImportUndone = z.object({ deleted: Count, kept: Count, isDone: z.boolean() });
