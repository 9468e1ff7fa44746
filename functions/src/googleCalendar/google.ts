import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { GoogleCalendar, GoogleEvent, GOOGLE_EVENT_COLORS } from '@daymark/contract/googleCalendar';
import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js';
import { GOOGLE_DEADLINE_MS, REQUEST_DEADLINE_MS } from '../deadlines';
import { currentDeadline } from '../http/limits';
import { CalendarFailure, redacted } from './calendarFailure';

/** What a person has allowed us at Google. */
export interface Grant {
  accessToken: string;
  /** Absent from a refreshed grant: the one before stays good. */
  refreshToken: string | undefined;
  /** Until when the access token is good, in ms. */
  expiresAt: number;
  scopes: readonly string[];
}

/** From when to when a calendar's events are kept, in ms. */
export interface Window {
  from: number;
  to: number;
}

/** What Google answers to a sync: all events of the window, or what has changed since the last. */
interface Sync {
  events: GoogleEvent[];
  /** Ids of events that are no longer there; of a full sync none. */
  gone: string[];
  isFull: boolean;
  /** Where the next sync goes on. */
  syncToken: string | undefined;
}

interface Watch {
  resourceId: string;
  expiresAt: number;
}

/**
 * Google: its sign-in and its calendar API. What goes wrong is thrown as a `CalendarFailure`, with nothing of Google's
 * own errors in it: those hold tokens. An answer of 401 is `expired`.
 */
export interface Google {
  /** The page where a person says yes. @throws Error where no OAuth client is set up. */
  authUrl: (ask: { state: string; codeVerifier: string; redirectUri: string }) => Promise<string>;
  exchangeCode: (code: string, codeVerifier: string, redirectUri: string) => Promise<Grant>;
  refresh: (refreshToken: string) => Promise<Grant>;
  /** The grant an access token stands for; undefined when it is none of ours, or none at all. */
  inspect: (accessToken: string) => Promise<Omit<Grant, 'refreshToken'> | undefined>;
  /** Ends the whole grant that a token is of. Repeatable. */
  revoke: (token: string) => Promise<void>;
  listCalendars: (accessToken: string) => Promise<GoogleCalendar[]>;
  /** Since the token, or all of the window. Undefined when Google no longer knows the token (410). */
  syncEvents: (
    accessToken: string,
    calendarId: string,
    since: { syncToken: string } | Window,
  ) => Promise<Sync | undefined>;
  watch: (
    accessToken: string,
    calendarId: string,
    channel: { id: string; token: string; address: string },
  ) => Promise<Watch>;
  stopWatch: (accessToken: string, channel: { id: string; resourceId: string }) => Promise<void>;
}

/** The least that shows somebody's calendars: which there are, and what is in them. */
const SCOPES = [
  'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
  'https://www.googleapis.com/auth/calendar.events.readonly',
];

export const isEnough = (scopes: readonly string[]) =>
  SCOPES.every((scope) => scopes.includes(scope));

/** The part of a request's time that is kept for answering the person. */
const ANSWER_RESERVE_MS = Math.min(1_500, REQUEST_DEADLINE_MS / 4);

/** How many times a call is repeated that Google refused because of its quota. */
const QUOTA_RETRIES = 3;

/** The first wait before such a retry; each next one is twice as long. */
const QUOTA_BACKOFF_MS = 400;

/** What `env` may name. */
interface Endpoints {
  GOOGLE_CLIENT_ID?: string;
  GOOGLE_CLIENT_SECRET?: string;
  GOOGLE_AUTH_URL?: string;
  GOOGLE_TOKEN_URL?: string;
  GOOGLE_REVOKE_URL?: string;
  GOOGLE_API_ROOT?: string;
}

/** Google itself, or whatever speaks its wire format at the addresses that `env` names. */
export function google(env: Endpoints): Google {
  const {
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_AUTH_URL: oauth2AuthBaseUrl,
    GOOGLE_TOKEN_URL: oauth2TokenUrl,
    GOOGLE_REVOKE_URL: oauth2RevokeUrl,
    GOOGLE_API_ROOT: rootUrl,
  } = env;

  // The library is loaded when somebody first needs it; of all of Google's APIs this one alone.
  const library = () => import('googleapis/build/src/apis/calendar/index.js');

  async function oauth(signal?: AbortSignal, redirectUri?: string) {
    if (!clientId || !clientSecret) throw new Error('GOOGLE_CLIENT_ID or _SECRET is not set.');
    const { auth } = await library();
    const client = new auth.OAuth2({
      ...{ clientId, clientSecret },
      ...(redirectUri && { redirectUri }),
      endpoints: {
        ...(oauth2AuthBaseUrl && { oauth2AuthBaseUrl }),
        ...(oauth2TokenUrl && {
          oauth2TokenUrl,
          // They are neighbours at Google.
          tokenInfoUrl: new URL('tokeninfo', oauth2TokenUrl).href,
        }),
        ...(oauth2RevokeUrl && { oauth2RevokeUrl }),
      },
    });
    client.transporter.interceptors.request.add({
      // The library's own repeating knows neither our deadline nor Google's quota answers.
      resolved: (config) => {
        const { retryConfig: _retryConfig, ...once } = config;
        return Promise.resolve({ ...once, retry: false, ...(signal && { signal }) });
      },
    });
    return client;
  }

  async function calendarApi(accessToken: string, signal: AbortSignal) {
    const { calendar } = await library();
    const auth = await oauth(signal);
    auth.setCredentials({ access_token: accessToken });
    return calendar({ version: 'v3', auth, ...(rootUrl && { rootUrl }) });
  }

  return {
    async authUrl({ state, codeVerifier, redirectUri }) {
      const client = await oauth(undefined, redirectUri);
      return client.generateAuthUrl({
        ...{ access_type: 'offline', prompt: 'consent', scope: SCOPES, state },
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        // The enum of a library that only Google's own may import.
        code_challenge_method: 'S256' as never,
      });
    },

    exchangeCode: (code, codeVerifier, redirectUri) =>
      asked(async (signal) => {
        const client = await oauth(signal, redirectUri);
        return grantIn((await client.getToken({ code, codeVerifier })).tokens);
      }),

    refresh: (refreshToken) =>
      asked(async (signal) => {
        const client = await oauth(signal);
        client.setCredentials({ refresh_token: refreshToken });
        return grantIn((await client.refreshAccessToken()).credentials);
      }),

    async inspect(accessToken) {
      // Anything else can't be sent.
      if (!/^[!-~]+$/.test(accessToken)) return undefined;
      try {
        return await asked(async (signal) => {
          const client = await oauth(signal);
          const { aud, scopes, expiry_date: expiresAt } = await client.getTokenInfo(accessToken);
          return aud === clientId ? { accessToken, expiresAt, scopes } : undefined;
        });
      } catch (error) {
        if (error instanceof CalendarFailure && error.kind === 'expired') return undefined;
        throw error;
      }
    },

    async revoke(token) {
      try {
        await asked(async (signal) => (await oauth(signal)).revokeToken(token));
      } catch (error) {
        // Nothing is left to end.
        if (!(error instanceof CalendarFailure && error.kind === 'expired')) throw error;
      }
    },

    async listCalendars(accessToken) {
      const read = await pages((pageToken) =>
        asked(async (signal) => {
          const { calendarList } = await calendarApi(accessToken, signal);
          const { data } = await calendarList.list({ maxResults: 250, ...given({ pageToken }) });
          return checked(data);
        }),
      );
      return read.flatMap(({ items }) => items ?? []).flatMap(calendarIn);
    },

    async syncEvents(accessToken, calendarId, since) {
      const isFull = 'from' in since;
      const range = isFull
        ? { timeMin: new Date(since.from).toISOString(), timeMax: new Date(since.to).toISOString() }
        : since;
      const read = await pages((pageToken) =>
        asked(async (signal) => {
          const { events } = await calendarApi(accessToken, signal);
          const { data } = await events.list({
            ...{ calendarId, singleEvents: true, maxResults: 2500, ...range },
            ...given({ pageToken }),
          });
          return checked(data);
        }),
      ).catch((error: unknown) => {
        if (error instanceof TokenGone) return undefined;
        throw error;
      });
      if (!read) return undefined;
      const items = read.flatMap((page) => page.items ?? []);
      const isGone = ({ status }: calendar_v3.Schema$Event) => status === 'cancelled';
      return {
        events: items.filter((item) => !isGone(item)).flatMap((item) => eventIn(calendarId, item)),
        gone: isFull ? [] : items.filter(isGone).flatMap(({ id }) => id ?? []),
        isFull,
        syncToken: read.at(-1)?.nextSyncToken ?? undefined,
      };
    },

    watch: (accessToken, calendarId, { id, token, address }) =>
      asked(async (signal) => {
        const { events } = await calendarApi(accessToken, signal);
        const requestBody = { id, token, address, type: 'web_hook' };
        const { data } = await events.watch({ calendarId, requestBody });
        const { resourceId, expiration } = checked(data);
        if (!resourceId) throw new CalendarFailure('other');
        return { resourceId, expiresAt: Number(expiration) || Date.now() };
      }),

    stopWatch: (accessToken, { id, resourceId }) =>
      asked(async (signal) => {
        const { channels } = await calendarApi(accessToken, signal);
        await channels.stop({ requestBody: { id, resourceId } });
      }),
  };
}

/** Google no longer knows a sync token (410). */
class TokenGone extends CalendarFailure {}

/** Has Google asked within what is left of the request's time, again where it says that we ask too often. */
async function asked<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const end =
    (currentDeadline() ?? Date.now() + GOOGLE_DEADLINE_MS + ANSWER_RESERVE_MS) - ANSWER_RESERVE_MS;
  for (let retry = 0; ; retry++) {
    const signal = AbortSignal.timeout(Math.max(1, Math.min(GOOGLE_DEADLINE_MS, end - Date.now())));
    try {
      return await work(signal);
    } catch (error) {
      const failure = failureOf(error, signal.aborted);
      // Jitter, or those that were refused together come back together.
      const pause = Math.max(
        QUOTA_BACKOFF_MS * 2 ** retry * (0.5 + Math.random()),
        retryAfter(error),
      );
      if (failure.kind !== 'quota' || retry === QUOTA_RETRIES || Date.now() + pause > end)
        throw failure;
      await sleep(pause);
    }
  }
}

/** All pages of a list. */
async function pages<T extends { nextPageToken?: string | null }>(
  page: (pageToken: string | undefined) => Promise<T>,
): Promise<T[]> {
  const read: T[] = [];
  let next: string | undefined;
  do {
    const one = await page(next);
    read.push(one);
    next = one.nextPageToken ?? undefined;
  } while (next);
  return read;
}

const given = ({ pageToken }: { pageToken: string | undefined }) =>
  pageToken ? { pageToken } : {};

/** The library hands on as text what was meant to be JSON and was cut off. */
function checked<T extends object>(data: T): T {
  if (typeof data !== 'object') throw new CalendarFailure('other');
  return data;
}

interface Tokens {
  access_token?: string | null;
  refresh_token?: string | null;
  expiry_date?: number | null;
  scope?: string;
}

function grantIn(tokens: Tokens): Grant {
  const { access_token: accessToken, refresh_token: refreshToken, scope } = checked(tokens);
  if (!accessToken) throw new CalendarFailure('other');
  return {
    ...{ accessToken, refreshToken: refreshToken ?? undefined },
    expiresAt: tokens.expiry_date ?? Date.now(),
    scopes: scope?.split(' ') ?? [],
  };
}

/** What of it fits the contract; one record that is odd must not take the others with it. */
function calendarIn(item: calendar_v3.Schema$CalendarListEntry): GoogleCalendar[] {
  const { id, summaryOverride, summary, primary, backgroundColor } = item;
  const calendar = GoogleCalendar.safeParse({
    ...{ id, primary: primary ?? false, color: backgroundColor ?? null },
    summary: text(summaryOverride ?? summary ?? id, 5000),
  });
  return calendar.success ? [calendar.data] : [];
}

function eventIn(calendarId: string, item: calendar_v3.Schema$Event): GoogleEvent[] {
  const { id, summary, location, colorId, start, end, htmlLink } = item;
  const event = GoogleEvent.safeParse({
    ...{ id, calendarId, start: timeIn(start), end: timeIn(end) },
    // As Google Calendar shows one without a title.
    summary: text(summary ?? '(No title)', 10_000),
    location: location == null ? null : text(location, 10_000),
    colorId: colorId && colorId in GOOGLE_EVENT_COLORS ? colorId : null,
    htmlLink: htmlLink ?? null,
  });
  return event.success ? [event.data] : [];
}

function timeIn(time: calendar_v3.Schema$EventDateTime | undefined) {
  const { date, dateTime, timeZone } = time ?? {};
  return dateTime ? { dateTime, timeZone: timeZone ?? null } : { date };
}

/** Cut to what fits, no character in two. */
function text(value: string | null | undefined, most: number): string | undefined {
  return value
    ?.toWellFormed()
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, '');
}

/** Quota refusals that come as a 403. */
const QUOTA = /^(rateLimitExceeded|userRateLimitExceeded|quotaExceeded|dailyLimitExceeded)$/;

/** What went wrong, without anything of Google's error but its number and its words. */
function failureOf(error: unknown, isLate: boolean): CalendarFailure {
  if (error instanceof CalendarFailure) return error;
  // Nothing of Google's: one of ours.
  if (!(error instanceof Error) || !('config' in error)) throw error;
  if (isLate) return new CalendarFailure('timeout');
  const status = statusOf(error);
  if (status === undefined) return new CalendarFailure('network');
  const { reason, message } = reasonOf(error);
  if (reason === 'invalid_grant' || reason === 'invalid_token')
    return new CalendarFailure('expired');
  if (status === 401 && reason !== 'invalid_client') return new CalendarFailure('expired');
  if (status === 429 || (status === 403 && QUOTA.test(reason))) return new CalendarFailure('quota');
  // Google's API isn't switched on for our client: nothing that the person could mend.
  if (status === 403 && reason !== 'accessNotConfigured') return new CalendarFailure('permission');
  if (status === 404) return new CalendarFailure('notFound');
  if (status === 410) return new TokenGone('other');
  // Of its own troubles Google says nothing that would help anyone.
  const said = status < 500 ? redacted(message) : '';
  return new CalendarFailure(
    'other',
    `Google Calendar answered with an error (${status})${said && `: ${said}`}.`.replace(
      /\.+$/,
      '.',
    ),
  );
}

function statusOf(error: object): number | undefined {
  const status: unknown = at(at(error, 'response'), 'status');
  return typeof status === 'number' ? status : undefined;
}

/** Google's calendar answers `{ error: { errors: [{ reason }], message } }`, its sign-in `{ error, error_description }`. */
function reasonOf(error: object): { reason: string; message: string } {
  const data = at(at(error, 'response'), 'data');
  const told = at(data, 'error');
  const reason = typeof told === 'string' ? told : at(at(at(told, 'errors'), 0), 'reason');
  const message = typeof told === 'string' ? at(data, 'error_description') : at(told, 'message');
  return {
    reason: typeof reason === 'string' ? reason : '',
    message: typeof message === 'string' ? message : '',
  };
}

/** In ms; 0 when it doesn't say. */
function retryAfter(error: unknown): number {
  // A fetch of the library's own has them, so they are no `Headers` of Node's.
  const headers = at(at(error, 'response'), 'headers');
  const value = isHeaders(headers) ? headers.get('retry-after') : null;
  if (value === null) return 0;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Math.max(0, seconds * 1000) || 0;
}

const isHeaders = (value: unknown): value is Pick<Headers, 'get'> =>
  typeof at(value, 'get') === 'function';

function at(value: unknown, name: string | number): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
