import * as z from 'zod/mini';
import { Category, NewCategory } from './category';
import { Event, NewEvent } from './event';
import { FocusSession, NewFocusSession } from './focusSession';
import { NewNote, Note } from './note';
import { Id, Instant } from './primitives';
import { NewReflection, Reflection } from './reflection';
import { Settings, TimerDurations } from './settings';
import { NewTask, Task } from './task';
import { User } from './user';

/** Everything a person has here, in one document. */
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

/**
 * `zip` has the same document in it as `daymark.json`, and beside it the notes as Markdown and the events as
 * iCalendar, for other programs to read.
 */
export const ExportFormat = z.object({ format: z.optional(z.enum(['json', 'zip'])) });

const optional = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema));
const id = { id: Id };

/**
 * The same document or any part of it: a body holds 256 KB, so a large account comes in slices. Ids
 * make it repeatable. Of `user` only the time zone is taken: the account has a name of its own.
 */
export const AccountImport = z
  .object({
    version: z.optional(z.literal(1)),
    user: optional(z.partial(z.pick(User, { timeZone: true }))),
    settings: optional(z.partial(TimerDurations)),
    categories: optional(z.array(z.extend(NewCategory, id))),
    tasks: optional(z.array(z.extend(NewTask, id))),
    events: optional(z.array(z.extend(NewEvent, id))),
    notes: optional(z.array(z.extend(NewNote, id))),
    reflections: optional(z.array(NewReflection)),
    focusSessions: optional(z.array(z.extend(NewFocusSession, id))),
  })
  .check(z.refine((document) => Object.keys(document).length > 0, 'There is nothing to import.'));

const Count = z.int();

/** How many records were new. What stood already was left as it is. */
export const AccountImported = z.object({
  categories: Count,
  tasks: Count,
  events: Count,
  notes: Count,
  reflections: Count,
  focusSessions: Count,
});
