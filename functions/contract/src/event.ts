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

/** The colors of events (product §5). */
export const EVENT_COLORS = [
  { value: '#3B82F6', name: 'Blue' },
  { value: '#8B5CF6', name: 'Purple' },
  { value: '#F59E0B', name: 'Yellow' },
  { value: '#10B981', name: 'Green' },
  { value: '#6366F1', name: 'Indigo' },
] as const;
export const DEFAULT_EVENT_COLOR = EVENT_COLORS[0].value;

/** An all-day event's first day, and the day after its last day. */
export const EventDays = z
  .object({ start: Day, end: Day })
  .check(z.refine(({ start, end }) => end > start, 'The end day must be after the start day'));
export type EventDays = z.infer<typeof EventDays>;

const times = {
  start: RequiredInstant('Start time is required'),
  end: RequiredInstant('End time is required'),
};

/** The fields of an event that a person may choose or leave null. */
export const eventChoices = {
  color: z.nullable(z.enum(EVENT_COLORS.map(({ value }) => value))),
  /** Whether the event takes up free time. Null until the person chooses. Read the field with `isBusy`. */
  busy: z.nullable(z.boolean()),
};

/** The details of an event, each of which may be null. */
const details = {
  ...eventChoices,
  googleEventId: z.nullable(Text(1024)),
  /** The task for which this event is a time block. */
  taskId: z.nullable(Id),
  /** Null for an event with times. Read the field with `allDayOf`. */
  days: z.nullable(EventDays),
};

/**
 * An event (product §3). `start` and `end` are stored as they were written, each with its offset. An end before the
 * start is accepted (product §5), and such an event counts at its start. An all-day event has `days`, which are the
 * same in every zone. The `start` and `end` of an all-day event are the midnights of its `days`, in the zone where the
 * event was written.
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

/** An event's details when none of them is set: all null. */
export const NO_DETAILS = allNull(details);

export const NewEvent = z.object({ ...Event.shape, ...createFields });
export type NewEvent = z.input<typeof NewEvent>;

export const EventPatch = patchOf(() =>
  z.object({ title: Event.shape.title, ...times, ...details }),
);
export type EventPatch = z.infer<typeof EventPatch>;

/** Returns the days of an all-day event, or null for an event with times. A time block always has times. */
export function allDayOf({ days, taskId }: Pick<Event, 'days' | 'taskId'>): EventDays | null {
  return taskId === null ? days : null;
}

/**
 * Returns whether an event takes up free time. Unless the person chose, an event with times does, and an all-day event
 * doesn't. A time block never takes up free time, because it is planned work.
 */
export const isBusy = ({ busy, days, taskId }: Pick<Event, 'busy' | 'days' | 'taskId'>): boolean =>
  taskId === null && (busy ?? days === null);

/**
 * Returns what to do with a task's blocks when the task is completed at `atMs`. Blocks that have not begun are removed.
 * A running block ends at that moment.
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

/**
 * The query of a list of events: those that start before `endDate` and have not ended by `startDate`. Without these
 * parameters the list has all events.
 */
export const EventRange = z.object({
  startDate: z.optional(Instant),
  endDate: z.optional(Instant),
  after: After,
});
