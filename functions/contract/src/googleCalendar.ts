import * as z from 'zod/mini';
import { Day, Instant, Text } from './primitives';

/** What Google calls its events' eleven colours, by `colorId` (product §3), as Google Calendar shows them. */
export const GOOGLE_EVENT_COLORS = {
  '1': { name: 'Lavender', value: '#7986CB' },
  '2': { name: 'Sage', value: '#33B679' },
  '3': { name: 'Grape', value: '#8E24AA' },
  '4': { name: 'Flamingo', value: '#E67C73' },
  '5': { name: 'Banana', value: '#F6BF26' },
  '6': { name: 'Tangerine', value: '#F4511E' },
  '7': { name: 'Peacock', value: '#039BE5' },
  '8': { name: 'Graphite', value: '#616161' },
  '9': { name: 'Blueberry', value: '#3F51B5' },
  '10': { name: 'Basil', value: '#0B8043' },
  '11': { name: 'Tomato', value: '#D50000' },
} as const;
export type GoogleColorId = keyof typeof GOOGLE_EVENT_COLORS;

/** Google's own id of a calendar; an e-mail address, as a rule. */
export const CalendarId = Text(1024).check(z.minLength(1));

/** One of the person's calendars at Google (product §3). `color` is the hex colour it has there. */
export const GoogleCalendar = z.object({
  id: CalendarId,
  summary: Text(5000),
  primary: z.boolean(),
  color: z.nullable(Text(30)),
});
export type GoogleCalendar = z.infer<typeof GoogleCalendar>;

/** Either an instant, with its offset as Google wrote it, or a date, which means all day and is never an instant. */
export const GoogleTime = z.union([
  z.object({ dateTime: Instant, timeZone: z.optional(z.nullable(Text(100))) }),
  z.object({ date: Day }),
]);
export type GoogleTime = z.infer<typeof GoogleTime>;

/**
 * An event of Google's, read-only (product §3). `end` is exclusive: an all-day event of one day ends on the next date.
 * `colorId` is the event's own colour; without one it has its calendar's.
 */
export const GoogleEvent = z.object({
  id: Text(1024),
  calendarId: CalendarId,
  summary: Text(10_000),
  location: z.nullable(Text(10_000)),
  colorId: z.nullable(z.enum(Object.keys(GOOGLE_EVENT_COLORS) as [GoogleColorId])),
  start: GoogleTime,
  end: GoogleTime,
  /** Where it is shown at Google. */
  htmlLink: z.nullable(Text(5000)),
});
export type GoogleEvent = z.infer<typeof GoogleEvent>;

/**
 * Why Google's calendars can't be read (product §8): the grant has ended, something may not be read, a calendar is gone,
 * Google can't be reached, doesn't answer in time, wants us to slow down, or something else.
 */
export const CalendarErrorCode = z.enum([
  'expired',
  'permission',
  'notFound',
  'network',
  'timeout',
  'quota',
  'other',
]);
export type CalendarErrorCode = z.infer<typeof CalendarErrorCode>;

/** `details` is one sentence for people, with secret-like words redacted. */
export const CalendarError = z.object({ error: CalendarErrorCode, details: Text(1000) });
export type CalendarError = z.infer<typeof CalendarError>;

/**
 * How the connection stands (product §3). `expired`: it was connected, and has to be connected anew; what was last seen
 * stays. `selectedCalendarId` is the first of `selectedCalendarIds`. `calendarList` is as it was last seen.
 */
export const CalendarSettings = z.object({
  isConnected: z.boolean(),
  status: z.enum(['disconnected', 'connected', 'expired']),
  selectedCalendarId: z.nullable(CalendarId),
  selectedCalendarIds: z.array(CalendarId),
  calendarList: z.array(GoogleCalendar),
  lastSyncedAt: z.nullable(Instant),
  /** What was wrong when Google was last asked. */
  calendarError: z.nullable(CalendarError),
});
export type CalendarSettings = z.infer<typeof CalendarSettings>;

export const CalendarList = z.object({ items: z.array(GoogleCalendar) });

/** Both ends are needed; `timeMax` is exclusive. */
export const CalendarEventRange = z.object({ timeMin: Instant, timeMax: Instant });

/**
 * The selected calendars' events that touch the range, by start. Where Google can't be asked now but was before, they
 * are what was last seen, with `asOf` and what is wrong; where there is nothing to show, the call fails with a
 * `CalendarError` as its body.
 */
export const CalendarEvents = z.object({
  items: z.array(GoogleEvent),
  /** When Google last said that this is so. */
  asOf: z.nullable(Instant),
  error: z.optional(CalendarErrorCode),
  details: z.optional(Text(1000)),
});
export type CalendarEvents = z.infer<typeof CalendarEvents>;

export const CalendarAuthUrl = z.object({ authUrl: Text(5000) });

/** What Google sends back with the person: a code or an error, and our own state. */
export const CalendarCallback = z.object({
  code: z.optional(Text(2000)),
  state: z.optional(Text(2000)),
  error: z.optional(Text(2000)),
  scope: z.optional(Text(5000)),
});

/** What Google says, in headers, when a calendar it watches for us has changed. Whoever sends it is not known yet. */
export const CalendarPush = z.object({
  'x-goog-channel-id': z.optional(z.string()),
  'x-goog-channel-token': z.optional(z.string()),
  'x-goog-resource-id': z.optional(z.string()),
  'x-goog-resource-state': z.optional(z.string()),
});

/** The legacy way to connect (product §7): tokens that a client obtained itself. `expiresAt` is an instant or ms. */
export const CalendarTokens = z.object({
  token: Text(5000).check(z.minLength(1)),
  refreshToken: z.optional(z.nullable(Text(5000))),
  expiresAt: z.optional(z.nullable(z.union([Instant, z.number()]))),
});

/** One calendar (product §7), or several; several count when both are there. */
export const CalendarSelection = z
  .object({
    calendarId: z.optional(z.nullable(CalendarId)),
    calendarIds: z.optional(z.array(CalendarId).check(z.maxLength(50))),
  })
  .check(
    z.refine(
      ({ calendarId, calendarIds }) => calendarId != null || calendarIds !== undefined,
      'Choose a calendar.',
    ),
  );
export type CalendarSelection = z.infer<typeof CalendarSelection>;

/** What Check Connection Status found (product §2): `calendarError` is null when all is well; `status` as in the settings. */
export const CalendarCheck = z.object({
  status: z.enum(['disconnected', 'connected', 'expired']),
  calendarError: z.nullable(CalendarError),
});
export type CalendarCheck = z.infer<typeof CalendarCheck>;
