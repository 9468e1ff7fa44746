import * as z from 'zod/mini';
import {
  After,
  allNull,
  createFields,
  Day,
  Id,
  Instant,
  orNull,
  patchOf,
  RequiredInstant,
  Text,
  withOffsetOf,
} from './primitives';

export const EVENT_TITLE_MAX = 500;

/** Product §5. */
export const EVENT_COLORS = [
  { value: '#3B82F6', name: 'Blue' },
  { value: '#8B5CF6', name: 'Purple' },
  { value: '#F59E0B', name: 'Yellow' },
  { value: '#10B981', name: 'Green' },
  { value: '#6366F1', name: 'Indigo' },
] as const;
export const DEFAULT_EVENT_COLOR = EVENT_COLORS[0].value;

/** An all-day event's first day, and the day after its last. */
export const EventDays = z
  .object({ start: Day, end: Day })
  .check(
    z.refine(({ start, end }) => end > start, 'The day after the last must be after the first'),
  );
export type EventDays = z.infer<typeof EventDays>;

const times = {
  start: RequiredInstant('Start time is required'),
  end: RequiredInstant('End time is required'),
};

/** The fields of an event that a person may choose. */
export const eventChoices = {
  color: z.nullable(z.enum(EVENT_COLORS.map(({ value }) => value))),
  /** Whether it takes free time. Null until the person chooses. Read it with `isBusy`. */
  busy: z.nullable(z.boolean()),
};

/** The details of an event. Each may be null. */
const details = {
  ...eventChoices,
  googleEventId: z.nullable(Text(1024)),
  /** The task that it is a time block of (design part 8). */
  taskId: z.nullable(Id),
  /** Null: an event with times. Read it with `allDayOf`. */
  days: z.nullable(EventDays),
};

/**
 * Product §3. `start` and `end` are stored as they were written, each with its offset. An end before the start is
 * accepted (product §5): such an event counts at its start. An all-day event has `days`, which are the same in every
 * zone; its `start` and `end` are the midnights of these days in the zone in which it was written.
 */
export const Event = z.object({
  id: Id,
  title: Text(EVENT_TITLE_MAX, 'Title is required').check(
    z.trim(),
    z.minLength(1, 'Title is required'),
  ),
  ...times,
  ...orNull(details),
  userId: Id,
});
export type Event = z.infer<typeof Event>;

/** The details of an event that has none. */
export const NO_DETAILS = allNull(details);

export const NewEvent = z.object({ ...Event.shape, ...createFields });
export type NewEvent = z.input<typeof NewEvent>;

export const EventPatch = patchOf(() =>
  z.object({ title: Event.shape.title, ...times, ...details }),
);
export type EventPatch = z.infer<typeof EventPatch>;

/** The days of an all-day event; null for one with times, as every time block is. */
export function allDayOf({ days, taskId }: Pick<Event, 'days' | 'taskId'>): EventDays | null {
  return taskId === null ? days : null;
}

/**
 * Returns whether an event takes free time: what the person chose, else true only for one with times. A time block takes
 * none, because it is planned work.
 */
export const isBusy = ({ busy, days, taskId }: Pick<Event, 'busy' | 'days' | 'taskId'>): boolean =>
  taskId === null && (busy ?? days === null);

/**
 * What happens to a task's blocks when the task is done at `atMs`: those that have not begun are removed, and one that
 * is running ends now.
 */
export function blocksAfterCompletion<Block extends Pick<Event, 'id' | 'start' | 'end'>>(
  blocks: readonly Block[],
  atMs: number,
): { removed: Block[]; ended: { block: Block; end: string }[] } {
  const removed = blocks.filter(({ start }) => Date.parse(start) >= atMs);
  const running = blocks.filter(
    ({ start, end }) => Date.parse(start) < atMs && Date.parse(end) > atMs,
  );
  return {
    removed,
    ended: running.map((block) => ({ block, end: withOffsetOf(block.end, atMs) })),
  };
}

/** Events that start before `endDate` and have not ended by `startDate`; without them, all. */
export const EventRange = z.object({
  startDate: z.optional(Instant),
  endDate: z.optional(Instant),
  after: After,
});
