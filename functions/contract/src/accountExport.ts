import * as z from 'zod/mini';
import { Category, NewCategory } from './category';
import { Event, NewEvent } from './event';
import { FocusSession, NewFocusSession } from './focusSession';
import { NewNote, Note } from './note';
import { Id, Instant } from './primitives';
import { NewReflection, Reflection } from './reflection';
import { Settings, ChosenSettings } from './settings';
import { NewTask, Task } from './task';
import { User } from './user';

/** All data of a person, in one document. */
export const AccountExport = z.object({
  version: z.literal(1),
  exportedAt: Instant,
  user: User,
  settings: Settings,
  categories: z.array(Category),
  tasks: z.array(Task),
  events: z.array(Event),
  notes: z.array(Note),
  reflections: z.array(Reflection),
  focusSessions: z.array(FocusSession),
});
export type AccountExport = z.infer<typeof AccountExport>;

/** `zip` contains the same document as `daymark.json`, and the notes as Markdown and the events as iCalendar. */
export const ExportFormat = z.object({ format: z.optional(z.enum(['json', 'zip'])) });

/** As many records as are stored well within a request's deadline. */
const IMPORT_MAX = 2_500;

const optional = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));
const id = { id: Id };

/**
 * The same document or any part of it: a large account is imported in several calls.
 * Because records have ids, an import can be repeated. Of `user` only the time zone is used.
 */
export const AccountImport = z
  .object({
    version: z.optional(z.literal(1)),
    user: optional(z.partial(z.pick(User, { timeZone: true }))),
    settings: optional(z.partial(ChosenSettings)),
    categories: optional(z.array(z.extend(NewCategory, id))),
    tasks: optional(z.array(z.extend(NewTask, id))),
    events: optional(z.array(z.extend(NewEvent, id))),
    notes: optional(z.array(z.extend(NewNote, id))),
    reflections: optional(z.array(NewReflection)),
    focusSessions: optional(z.array(z.extend(NewFocusSession, id))),
  })
  .check(
    z.refine((document) => Object.keys(document).length > 0, 'There is nothing to import.'),
    z.refine(
      (document) => countRecords(document) <= IMPORT_MAX,
      `An import holds at most ${IMPORT_MAX} records at a time.`,
    ),
  );

function countRecords(document: object): number {
  const lists = Object.values(document).filter((value) => Array.isArray(value));
  return lists.reduce((count, list) => count + list.length, 0);
}

const Count = z.int();

/** How many records were created. Existing records were not changed. */
export const AccountImported = z.object({
  categories: Count,
  tasks: Count,
  events: Count,
  notes: Count,
  reflections: Count,
  focusSessions: Count,
});
