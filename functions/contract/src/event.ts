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
import { REMINDER_MINUTES } from './reminders/reminderSettings';
import { EventRepeat } from './repeats/eventRepeat';
import { DAY_MS } from './time/units';

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

/** Longest place of an event, in characters. */
export const PLACE_MAX = 1000;

/** A word of a place that is meant as a link. */
const LINK = /(?:^|\s)(https?:\S*)/i;

/** Returns the first link in a place's text, or undefined if there is none. */
export function linkIn(place: string | null): string | undefined {
  const link = LINK.exec(place ?? '')?.[1];
  return link !== undefined && isLink(link) ? link : undefined;
}

const isLink = (text: string): boolean => /^https?:\/\/[^/]/i.test(text) && URL.canParse(text);

/** Where an event takes place: an address, a room, or a link such as a meeting's. */
export const Place = Text(PLACE_MAX).check(
  z.refine((place) => {
    const link = LINK.exec(place)?.[1];
    return link === undefined || isLink(link);
  }, 'This link is not complete. A link looks like https://example.com/room.'),
);

const times = {
  start: RequiredInstant('Start time is required'),
  end: RequiredInstant('End time is required'),
};

/** The fields of an event that a person may choose or leave null. */
export const eventChoices = {
  color: z.nullable(z.enum(EVENT_COLORS.map(({ value }) => value))),
  /** Whether the event takes up free time. Null until the person chooses. Read the field with `isBusy`. */
  busy: z.nullable(z.boolean()),
  /** Whether the days of an all-day event are days off, such as a holiday or a vacation. Read it with `isDayOff`. */
  dayOff: z.nullable(z.boolean()),
  place: z.nullable(Place),
  /** How many minutes before its start the event reminds. Null until the person chooses: as in the settings. */
  reminder: z.nullable(
    z.literal(['none', ...REMINDER_MINUTES], 'Must be none, 0, 5, 10, 15, 30 or 60'),
  ),
};

/** The details of an event, each of which may be null. */
const details = {
  ...eventChoices,
  googleEventId: z.nullable(Text(1024)),
  /** The task for which this event is a time block. */
  taskId: z.nullable(Id),
  /** Null for an event with times. Read the field with `allDayOf`. */
  days: z.nullable(EventDays),
  /** How the event repeats, or null if it doesn't. Read the field with `repeatOf`. */
  repeat: z.nullable(EventRepeat),
  /** For an exception, the series that it belongs to. */
  seriesId: z.nullable(Id),
  /** For an exception, the day of the series that it replaces. */
  seriesDay: z.nullable(Day),
  /** Whether an exception leaves its day empty. */
  canceled: z.nullable(z.boolean()),
  /** When the latest reminder of the event, or of its series, comes again. */
  snoozedUntil: z.nullable(Instant),
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

/** Returns whether an event makes its days days off. Only all-day events do. */
export const isDayOff = (event: Pick<Event, 'dayOff' | 'days' | 'taskId'>): boolean =>
  event.dayOff === true && allDayOf(event) !== null;

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

/** Longest range of an expanded list, in days. */
const EXPANDED_DAYS_MAX = 100;

/**
 * The query of a list of events: those that start before `endDate` and have not ended by `startDate`. Without these
 * parameters the list has all events. The list has each series once, and the exceptions. With `expand`, it has the
 * events of each series in the range instead.
 */
export const EventRange = z
  .object({
    startDate: z.optional(Instant),
    endDate: z.optional(Instant),
    expand: z.optional(z.literal('true', 'Must be true or absent')),
    after: After,
  })
  .check(
    z.refine(
      ({ startDate, endDate, expand }) =>
        expand === undefined ||
        (startDate !== undefined &&
          endDate !== undefined &&
          Date.parse(endDate) - Date.parse(startDate) <= EXPANDED_DAYS_MAX * DAY_MS),
      `An expanded list needs startDate and endDate, at most ${EXPANDED_DAYS_MAX} days apart.`,
    ),
  );
