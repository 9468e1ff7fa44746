import * as z from 'zod/mini';
import { Day, Instant, Text } from './primitives';

/** The names and colours of Google's eleven `colorId`s (product §3), as Google Calendar shows them. */
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

/** One of the person's calendars at Google (product §3). `color` is its hex colour there. */
export const GoogleCalendar = z.object({
  id: CalendarId,
  summary: Text(5000),
  primary: z.boolean(),
  color: z.nullable(Text(30)),
});
export type GoogleCalendar = z.infer<typeof GoogleCalendar>;

/** Either an instant, with its offset as Google wrote it, or a date, which means all day and is never made an instant. */
export const GoogleTime = z.lazy(() =>
  z.union([
    z.object({ dateTime: Instant, timeZone: z.optional(z.nullable(Text(100))) }),
    z.object({ date: Day }),
  ]),
);
export type GoogleTime = z.infer<typeof GoogleTime>;

/** What the person answered to an invitation; null without one. */
export const OwnResponse = z.nullable(z.enum(['needsAction', 'declined', 'tentative', 'accepted']));

/**
 * An external event, read-only (product §3). `end` is exclusive: an all-day event of one day ends on the next date.
 * `colorId` is the event's own colour; without one it has the colour of its calendar.
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
    /** `transparent`: marked as free, so that it takes no time of a day. Replies from before 2026-11-23 do not say. */
    transparency: z._default(z.enum(['opaque', 'transparent']), 'opaque'),
    ownResponse: z._default(OwnResponse, null),
  }),
);
export type GoogleEvent = z.infer<typeof GoogleEvent>;

/**
 * Why Google's calendars can't be read (product §8): the grant has expired, access was refused, a calendar does not
 * exist, Google can't be reached, doesn't answer in time, limits our requests, or something else.
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

/** The sentence that a person reads for each code (product §8): what is wrong and what to do next. */
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

/** `details` is what people read: what is wrong and what to do, with anything like a secret redacted. */
export const CalendarError = z.object({ error: CalendarErrorCode, details: Text(1000) });
export type CalendarError = z.infer<typeof CalendarError>;

/**
 * The state of the connection (product §3). `expired`: the person has to connect again; until then the last known data
 * stay. `selectedCalendarId` is the first of `selectedCalendarIds`. `calendarList` is the last known list.
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

/** Both are required; `timeMax` is exclusive. */
export const CalendarEventRange = z.object({ timeMin: Instant, timeMax: Instant });

/**
 * The selected calendars' events that overlap the range, by start. When Google can't be reached, they are the last known
 * ones, with `asOf` and the error. When there are none, the call fails with a `CalendarError` as its body.
 */
export const CalendarEvents = z.lazy(() =>
  z.object({
    items: z.array(GoogleEvent),
    /** When the events were last read from Google. */
    asOf: z.nullable(Instant),
    /** For how long the counter of live updates rises with every change of these events; 0 when it does not. */
    watchedSeconds: z._default(z.int().check(z.minimum(0)), 0),
    error: z.optional(CalendarErrorCode),
    details: z.optional(Text(1000)),
  }),
);
export type CalendarEvents = z.infer<typeof CalendarEvents>;

/** What the server says when connecting fails; the address of /calendar carries it. The first is product §6. */
export const CONNECTION_MESSAGES = {
  logIn: 'You need to be logged in to connect Google Calendar. Please log in and try again.',
  accessDenied: 'You did not give Daymark access to your calendars.',
  scopesMissing:
    'Daymark needs both permissions: to see which calendars you have, and to see their events. Please tick both.',
  signInRejected: 'Google did not accept the sign-in. Please try again.',
  notFinished: 'Google did not finish the sign-in. Please try again.',
} as const;

/** An error code of Google's sign-in. Without spaces, digits and dots it can't be a sentence or an address. */
const GOOGLE_CODE = /^[a-z_]{1,40}$/;

/** The message for an error code with which Google sends the person back. */
export const googleAnswered = (code: string): string =>
  GOOGLE_CODE.test(code) ? `Google answered: ${code}` : CONNECTION_MESSAGES.notFinished;

/** The message for an error that Google's API returned. `reported` is Google's own text, or empty. */
export const googleReturned = (status: number, reported: string): string =>
  `Google Calendar returned an error (${status})${reported && `: ${reported}`}.`.replace(
    /\.+$/,
    '.',
  );

/** Whether a message in the address of /calendar is one that the server writes, without a text from elsewhere. */
export function isConnectionMessage(message: string): boolean {
  const fixed = [...Object.values(CONNECTION_MESSAGES), ...Object.values(CALENDAR_ERROR_DETAILS)];
  const [, code] = /^Google answered: (.*)$/.exec(message) ?? [];
  const [, status] = /\((\d{3})\)/.exec(message) ?? [];
  return (
    fixed.includes(message) ||
    (code !== undefined && message === googleAnswered(code)) ||
    message === googleReturned(Number(status), '')
  );
}

export const CalendarAuthUrl = z.object({ authUrl: Text(5000) });

/** What Google adds to the address when it sends the person back: a code or an error, and our own state. */
export const CalendarCallback = z.lazy(() =>
  z.object({
    code: z.optional(Text(2000)),
    state: z.optional(Text(2000)),
    error: z.optional(Text(2000)),
    scope: z.optional(Text(5000)),
  }),
);

/** The headers of Google's message about a changed calendar. The sender is not verified yet. */
export const CalendarPush = z.lazy(() =>
  z.object({
    'x-goog-channel-id': z.optional(z.string()),
    'x-goog-channel-token': z.optional(z.string()),
    'x-goog-resource-id': z.optional(z.string()),
    'x-goog-resource-state': z.optional(z.string()),
  }),
);

/** The legacy way to connect (product §7): tokens that the client obtained itself. `expiresAt` is an instant or ms. */
export const CalendarTokens = z.lazy(() =>
  z.object({
    token: Text(5000).check(z.minLength(1)),
    refreshToken: z.optional(z.nullable(Text(5000))),
    expiresAt: z.optional(z.nullable(z.union([Instant, z.number()]))),
  }),
);

/** One calendar (product §7), or several; if both are given, `calendarIds` counts. */
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

/** The result of Check Connection Status (product §2). `calendarError` is null without an error; `status` as in the settings. */
export const CalendarCheck = z.lazy(() =>
  z.object({
    status: z.enum(['disconnected', 'connected', 'expired']),
    calendarError: z.nullable(CalendarError),
  }),
);
export type CalendarCheck = z.infer<typeof CalendarCheck>;
