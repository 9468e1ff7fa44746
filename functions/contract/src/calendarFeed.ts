import * as z from 'zod/mini';
import { Instant } from './primitives';

/**
 * The state of a person's calendar feed, a secret address at which calendar programs read the events and time blocks as
 * iCalendar. Only the response to the request that creates the feed contains the address.
 */
export const CalendarFeed = z.object({
  /** Whether the feed shows every event as "Busy", without its title. */
  busyOnly: z.boolean(),
  createdAt: Instant,
  /** When the address was last read, to within a day. */
  readAt: z.nullable(Instant),
});
export type CalendarFeed = z.infer<typeof CalendarFeed>;

export const NewCalendarFeed = z.object({ busyOnly: z._default(z.boolean(), false) });

export const CalendarFeedPatch = z.object({ busyOnly: z.boolean() });

/** A feed that was just made, and the path of its address. Anyone who has the address can read the feed. */
export const CalendarFeedAddress = z.object({ path: z.string(), feed: CalendarFeed });

/**
 * The secret in a feed's address. Any text is accepted, so that a malformed secret gets the same response as an unknown
 * one.
 */
export const CalendarFeedSecret = z.object({ secret: z.string() });

/** The headers with which a calendar program asks whether its copy is still current. */
export const Revalidation = z.object({
  'if-none-match': z.optional(z.string()),
  'if-modified-since': z.optional(z.string()),
});
