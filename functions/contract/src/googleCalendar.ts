import * as z from 'zod/mini';
import { Day, Instant, Text } from './primitives';

/** The names and colors of Google's eleven `colorId`s (product §3), as Google Calendar shows them. */
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

/** Google's id of a calendar, usually an e-mail address. */
export const CalendarId = Text(1024).check(z.minLength(1));

/** One of the person's calendars at Google (product §3). `color` is the calendar's hex color at Google. */
export const GoogleCalendar = z.object({
  id: CalendarId,
  summary: Text(5000),
  primary: z.boolean(),
  color: z.nullable(Text(30)),
});
export type GoogleCalendar = z.infer<typeof GoogleCalendar>;

/**
 * Either an instant with the offset that Google wrote, or a date. A date means all day and is never turned into an
 * instant.
 */
export const GoogleTime = z.lazy(() =>
  z.union([
    z.object({ dateTime: Instant, timeZone: z.optional(z.nullable(Text(100))) }),
    z.object({ date: Day }),
  ]),
);
export type GoogleTime = z.infer<typeof GoogleTime>;

/** The person's response to an invitation, or null if there is none. */
export const OwnResponse = z.nullable(z.enum(['needsAction', 'declined', 'tentative', 'accepted']));

/**
 * An external event, read-only (product §3). `end` is exclusive: an all-day event of one day ends on the next date.
 * `colorId` is the event's own color. An event without a `colorId` has the color of its calendar.
 */
export const GoogleEvent = z.lazy(() =>
  z.object({
    id: Text(1024),
    calendarId: CalendarId,
    summary: Text(10_000),
    location: z.nullable(Text(10_000)),
    colorId: z.nullable(z.enum(Object.keys(GOOGLE_EVENT_COLORS) as [GoogleColorId])),
    start: GoogleTime,
    end: GoogleTime,
    /** The event's page at Google. */
    htmlLink: z.nullable(Text(5000)),
    /** `transparent` means that the event is marked as free and takes up no free time. */
    transparency: z._default(z.enum(['opaque', 'transparent']), 'opaque'),
    ownResponse: z._default(OwnResponse, null),
  }),
);
export type GoogleEvent = z.infer<typeof GoogleEvent>;

/**
 * The reason why Google's calendars can't be read (product §8): the grant has expired, access was refused, a calendar
 * does not exist, Google can't be reached, doesn't respond in time, limits our requests, or something else.
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

/**
 * The text for each code (product §8). The server may have a more exact text, for example with the name of a missing
 * calendar. Each text here says what is wrong and what to do next.
 */
export const CALENDAR_ERROR_DETAILS: Record<CalendarErrorCode, string> = {
  expired: 'Your Google sign-in has expired. Connect again to keep syncing.',
  permission:
    'Google refused access to your calendar. Connect again and allow everything that is asked for.',
  notFound: 'A calendar was not found at Google. Choose your calendars.',
  network: 'Google Calendar can’t be reached. Try again in a moment.',
  timeout: 'Google Calendar took too long to respond. Try again.',
  quota: 'Google asks us to slow down. Try again in a minute.',
  other: 'Google Calendar sent a response that Daymark doesn’t understand. Try again.',
};

/** An error of Google Calendar. `details` is the text that the person reads, with anything like a secret redacted. */
export const CalendarError = z.object({ error: CalendarErrorCode, details: Text(1000) });
export type CalendarError = z.infer<typeof CalendarError>;

/**
 * The state of the connection (product §3). If the status is `expired`, the person has to connect again. The last known
 * data stay until then. `selectedCalendarId` is the first of `selectedCalendarIds`. `calendarList` is the last
 * known list.
 */
export const CalendarSettings = z.object({
  isConnected: z.boolean(),
  status: z.enum(['disconnected', 'connected', 'expired']),
  selectedCalendarId: z.nullable(CalendarId),
  selectedCalendarIds: z.array(CalendarId),
  calendarList: z.array(GoogleCalendar),
  lastSyncedAt: z.nullable(Instant),
  /** The error of the last call to Google. */
  calendarError: z.nullable(CalendarError),
});
export type CalendarSettings = z.infer<typeof CalendarSettings>;

export const CalendarList = z.object({ items: z.array(GoogleCalendar) });

/** The range of a list of Google's events. `timeMax` is exclusive. */
export const CalendarEventRange = z.object({ timeMin: Instant, timeMax: Instant });

/**
 * The events of the selected calendars that overlap the range, ordered by start. If reading from Google fails, the
 * reply has the last known events, with `asOf` and the error. If no events are known, the call fails with a
 * `CalendarError` as its body.
 */
export const CalendarEvents = z.lazy(() =>
  z.object({
    items: z.array(GoogleEvent),
    /**
     * When the events were last read from Google. For several calendars, the earliest of their times. Null if no
     * calendar is selected.
     */
    asOf: z.nullable(Instant),
    /**
     * How long Google reports changes of these events, in s. The first report after a sync raises a counter of live
     * updates. 0 if Google doesn't report changes.
     */
    watchedSeconds: z._default(z.int().check(z.minimum(0)), 0),
    error: z.optional(CalendarErrorCode),
    details: z.optional(Text(1000)),
  }),
);
export type CalendarEvents = z.infer<typeof CalendarEvents>;

/**
 * The messages of a failed attempt to connect. The server puts the message into the address of /calendar. The first
 * message is the text in product §6.
 */
export const CONNECTION_MESSAGES = {
  logIn: 'You need to be logged in to connect Google Calendar. Please log in and try again.',
  accessDenied: 'You did not give Daymark access to your calendars.',
  scopesMissing:
    'Daymark needs both permissions: to see which calendars you have, and to see their events. Please tick both.',
  signInRejected: 'Google did not accept the sign-in. Please try again.',
  notFinished: 'Google did not finish the sign-in. Please try again.',
} as const;

/**
 * Matches an error code of Google's sign-in. A text without spaces, digits and dots can't be a sentence or an address.
 */
const GOOGLE_CODE = /^[a-z_]{1,40}$/;

/** Returns the message for an error code that Google adds to the address when it sends the person back. */
export const googleErrorMessage = (code: string): string =>
  GOOGLE_CODE.test(code) ? `Google responded: ${code}` : CONNECTION_MESSAGES.notFinished;

/** Returns the message for an error that Google's API returned. `reported` is Google's own text, or empty. */
export const googleReturned = (status: number, reported: string): string =>
  `Google Calendar returned an error (${status})${reported && `: ${reported}`}.`.replace(
    /\.+$/,
    '.',
  );

/**
 * Returns whether a message in the address of /calendar is one of the server's own messages. An error code or status of
 * Google may be part of such a message, but Google's error text may not.
 */
export function isConnectionMessage(message: string): boolean {
  const fixed = [...Object.values(CONNECTION_MESSAGES), ...Object.values(CALENDAR_ERROR_DETAILS)];
  const [, code] = /^Google responded: (.*)$/.exec(message) ?? [];
  const [, status] = /\((\d{3})\)/.exec(message) ?? [];
  return (
    fixed.includes(message) ||
    (code !== undefined && message === googleErrorMessage(code)) ||
    message === googleReturned(Number(status), '')
  );
}

export const CalendarAuthUrl = z.object({ authUrl: Text(5000) });

/**
 * The parameters that Google adds to the address when it sends the person back: a code or an error, the granted scopes,
 * and our own state.
 */
export const CalendarCallback = z.lazy(() =>
  z.object({
    code: z.optional(Text(2000)),
    state: z.optional(Text(2000)),
    error: z.optional(Text(2000)),
    scope: z.optional(Text(5000)),
  }),
);

/**
 * The headers of Google's push message about a changed calendar. Anyone can send such a message, so the handler
 * verifies the channel's token.
 */
export const CalendarPush = z.lazy(() =>
  z.object({
    'x-goog-channel-id': z.optional(z.string()),
    'x-goog-channel-token': z.optional(z.string()),
    'x-goog-resource-id': z.optional(z.string()),
    'x-goog-resource-state': z.optional(z.string()),
  }),
);

/**
 * Tokens that the client obtained itself, the legacy way to connect (product §10). `expiresAt` is an instant, or ms
 * since 1970.
 */
export const CalendarTokens = z.lazy(() =>
  z.object({
    token: Text(5000).check(z.minLength(1)),
    refreshToken: z.optional(z.nullable(Text(5000))),
    expiresAt: z.optional(z.nullable(z.union([Instant, z.number()]))),
  }),
);

/** The calendars to select: one or several. If both fields are given, `calendarIds` counts. */
export const CalendarSelection = z.lazy(() =>
  z
    .object({
      calendarId: z.optional(z.nullable(CalendarId)),
      calendarIds: z.optional(z.array(CalendarId).check(z.maxLength(50))),
    })
    .check(
      z.refine(
        ({ calendarId, calendarIds }) => calendarId != null || calendarIds !== undefined,
        'Choose a calendar.',
      ),
    ),
);
export type CalendarSelection = z.infer<typeof CalendarSelection>;

/** The result of Check Connection Status. `status` means the same as in `CalendarSettings`. */
export const CalendarCheck = z.lazy(() =>
  z.object({
    status: z.enum(['disconnected', 'connected', 'expired']),
    calendarError: z.nullable(CalendarError),
  }),
);
export type CalendarCheck = z.infer<typeof CalendarCheck>;
