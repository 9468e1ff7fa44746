import * as z from 'zod/mini';
import { NewCategory } from './category';
import { collections } from './changes';
import { NewConflict } from './conflict';
import { NewEvent } from './event';
import { NewFocusSession } from './focusSession';
import { NewNote } from './note';
import { Id, Instant, mapFields } from './primitives';
import { NewReflection } from './reflection';
import { ChosenSettings, Settings } from './settings';
import { NewTask } from './task';
import { TimeZone } from './time/timeZone';
import { User } from './user';

const { settings: _, ...listed } = collections;
type Lists = { [Name in keyof typeof listed]: z.ZodMiniArray<(typeof listed)[Name]> };

/** All data of a person, in one document. */
export const AccountExport = z.object({
  version: z.literal(1),
  exportedAt: Instant,
  user: User,
  settings: Settings,
  ...(mapFields(listed, (record) => z.array(record)) as Lists),
});
export type AccountExport = z.infer<typeof AccountExport>;

/** `zip` contains the same document as `daymark.json`, and the notes as Markdown and the events as iCalendar. */
export const ExportFormat = z.object({ format: z.optional(z.enum(['json', 'zip'])) });

/** As many records as are stored well within a request's deadline. */
const IMPORT_MAX = 2_500;

/** The longest body of a call in an import of several. The server takes 640 KB. */
export const IMPORT_BYTES_MAX = 500_000;

const optional = <S extends z.core.SomeType>(schema: S) => z.optional(z.nullable(schema));
const id = { id: Id };

/** What an import says of one record of each collection. */
export const importedRecords = {
  categories: z.extend(NewCategory, id),
  tasks: z.extend(NewTask, id),
  events: z.extend(NewEvent, id),
  notes: z.extend(NewNote, id),
  reflections: NewReflection,
  focusSessions: z.extend(NewFocusSession, id),
  conflicts: z.extend(NewConflict, id),
} satisfies Record<keyof typeof listed, z.ZodMiniType>;
export type ImportedCollection = keyof typeof importedRecords;

/** The collections that an import writes, in the order in which one refers to another. */
export const importedCollections = Object.keys(importedRecords) as ImportedCollection[];

const importedList = <Record extends z.core.SomeType>(record: Record) =>
  optional(z.array(record).check(tooMany));
type ImportedLists = {
  [Name in ImportedCollection]: ReturnType<typeof importedList<(typeof importedRecords)[Name]>>;
};

const TOO_MANY = `An import holds at most ${IMPORT_MAX} records at a time.`;

/** Of each list too, because that is looked at before its records. */
const tooMany = z.maxLength(IMPORT_MAX, TOO_MANY);

/**
 * The same document or any part of it: a large account is imported in several calls.
 * Because records have ids, an import can be repeated. Of `user` only the time zone is used.
 * `importId` is what these calls have in common, chosen by the client: with it the import can be undone.
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
 * How many records were created. Existing records were not changed. With an `importId`, those that an earlier call of
 * the same import created are counted too: a call that is repeated because its answer was lost answers the same.
 */
export const AccountImported = z.object(mapFields(importedRecords, () => Count));

/** Which import to undo. */
export const ImportUndo = z.object({ importId: Id });

/**
 * How many records a call deleted; how many of the import's all calls have left, because they were changed since or
 * others refer to them; and whether that is all. If not, call again.
 */
export const ImportUndone = z.object({ deleted: Count, kept: Count, isDone: z.boolean() });
