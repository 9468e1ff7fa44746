import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  GoogleCalendar,
  GoogleEvent,
  GOOGLE_EVENT_COLORS,
  googleReturned,
  OwnResponse,
} from '@daymark/contract/googleCalendar';
import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js';
import { currentTimeLimit, GOOGLE_TIME_LIMIT_MS, REQUEST_TIME_LIMIT_MS } from '../timeLimits';
import { GoogleError, redactSecrets } from './googleError';

/** The tokens with which a person allows Daymark to read Google Calendar. */
export interface Grant {
  accessToken: string;
  /** Usually absent from a refreshed grant. The earlier refresh token then stays valid. */
  refreshToken: string | undefined;
  /** When the access token expires, in ms. */
  expiresAt: number;
  scopes: readonly string[];
}

/** A range of time, in ms. */
export interface Window {
  from: number;
  to: number;
}

/** Google's response to a sync: all events of the window, or the changes since the last sync. */
interface Sync {
  events: GoogleEvent[];
  /** Ids of deleted events. Empty in a full sync. */
  deletedIds: string[];
  isFull: boolean;
  /** The token with which the next sync asks for changes only. Undefined if Google sent none. */
  syncToken: string | undefined;
}

/** The calendars that the person sees at Google. */
interface CalendarList {
  /** The address of the account, which is the id of its primary calendar. Null if Google lists no primary calendar. */
  account: string | null;
  calendars: GoogleCalendar[];
}

interface Watch {
  resourceId: string;
  expiresAt: number;
}

/**
 * Google's sign-in and calendar API. If Google fails, a method throws a `GoogleError`, unless the method's comment says
 * otherwise. Google's own errors contain tokens, so a `GoogleError` holds at most their status and redacted message.
 * The error's code is `expired` if Google rejects the token.
 */
export interface Google {
  /** Returns the address of Google's consent page. @throws Error if no OAuth client is configured. */
  authUrl: (ask: { state: string; codeVerifier: string; redirectUri: string }) => Promise<string>;
  exchangeCode: (code: string, codeVerifier: string, redirectUri: string) => Promise<Grant>;
  refresh: (refreshToken: string) => Promise<Grant>;
  /** Returns the grant of an access token, or undefined if the token was made for another app or is invalid. */
  inspect: (accessToken: string) => Promise<Omit<Grant, 'refreshToken'> | undefined>;
  /** Revokes the whole grant of a token. Does nothing if the grant has already ended. */
  revoke: (token: string) => Promise<void>;
  listCalendars: (accessToken: string) => Promise<CalendarList>;
  /**
   * Returns the changes since the sync token, or all events of the window. Undefined if Google rejects the token as too
   * old (410).
   */
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

/** The smallest sufficient scopes: the list of calendars, and their events. */
const SCOPES = [
  'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
  'https://www.googleapis.com/auth/calendar.events.readonly',
];

export const hasAllScopes = (scopes: readonly string[]) =>
  SCOPES.every((scope) => scopes.includes(scope));

/** Part of a request's time limit that is kept for our own response, in ms. */
const RESPONSE_RESERVE_MS = Math.min(1_500, REQUEST_TIME_LIMIT_MS / 4);

/** At most this many retries of a call that Google refuses because of its quota. */
const QUOTA_RETRIES = 3;

/**
 * The average wait before the first retry after a quota error, in ms. The average doubles with each retry. The wait is
 * longer if Google asks for that.
 */
const QUOTA_BACKOFF_MS = 400;

/** The variables that are read from `env`. */
interface GoogleEnv {
  GOOGLE_CLIENT_ID?: string;
  GOOGLE_CLIENT_SECRET?: string;
  GOOGLE_AUTH_URL?: string;
  GOOGLE_TOKEN_URL?: string;
  GOOGLE_REVOKE_URL?: string;
  GOOGLE_API_ROOT?: string;
}

/** Loads Google's calendar API on first use, without Google's other APIs. */
export const loadCalendarApi = () => import('googleapis/build/src/apis/calendar/index.js');

/** Returns a client for Google, or for the stand-in if `env` has its addresses. */
export function google(env: GoogleEnv): Google {
  const {
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_AUTH_URL: oauth2AuthBaseUrl,
    GOOGLE_TOKEN_URL: oauth2TokenUrl,
    GOOGLE_REVOKE_URL: oauth2RevokeUrl,
    GOOGLE_API_ROOT: rootUrl,
  } = env;

  async function oauth(signal?: AbortSignal, redirectUri?: string) {
    if (!clientId || !clientSecret) throw new Error('GOOGLE_CLIENT_ID or _SECRET is not set.');
    const { auth } = await loadCalendarApi();
    const client = new auth.OAuth2({
      clientId,
      clientSecret,
      ...(redirectUri && { redirectUri }),
      endpoints: {
        ...(oauth2AuthBaseUrl && { oauth2AuthBaseUrl }),
        ...(oauth2TokenUrl && {
          oauth2TokenUrl,
          // Google's tokeninfo address is in the same folder as its token address.
          tokenInfoUrl: new URL('tokeninfo', oauth2TokenUrl).href,
        }),
        ...(oauth2RevokeUrl && { oauth2RevokeUrl }),
      },
    });
    client.transporter.interceptors.request.add({
      // The library's own retries respect neither our time limit nor Google's quota errors.
      resolved: (config) => {
        const { retryConfig: _retryConfig, ...once } = config;
        return Promise.resolve({ ...once, retry: false, ...(signal && { signal }) });
      },
    });
    return client;
  }

  async function calendarApi(accessToken: string, signal: AbortSignal) {
    const { calendar } = await loadCalendarApi();
    const auth = await oauth(signal);
    auth.setCredentials({ access_token: accessToken });
    return calendar({ version: 'v3', auth, ...(rootUrl && { rootUrl }) });
  }

  return {
    async authUrl({ state, codeVerifier, redirectUri }) {
      const client = await oauth(undefined, redirectUri);
      return client.generateAuthUrl({
        access_type: 'offline',
        prompt: 'consent',
        scope: SCOPES,
        state,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        // The enum's library can't be imported from here.
        code_challenge_method: 'S256' as never,
      });
    },

    exchangeCode: (code, codeVerifier, redirectUri) =>
      withRetries(async (signal) => {
        const client = await oauth(signal, redirectUri);
        return parseGrant((await client.getToken({ code, codeVerifier })).tokens);
      }),

    refresh: (refreshToken) =>
      withRetries(async (signal) => {
        const client = await oauth(signal);
        client.setCredentials({ refresh_token: refreshToken });
        return parseGrant((await client.refreshAccessToken()).credentials);
      }),

    async inspect(accessToken) {
      // A token with other characters than these can't be sent in a header.
      if (!/^[!-~]+$/.test(accessToken)) return undefined;
      try {
        return await withRetries(async (signal) => {
          const client = await oauth(signal);
          const { aud, scopes, expiry_date: expiresAt } = await client.getTokenInfo(accessToken);
          return aud === clientId ? { accessToken, expiresAt, scopes } : undefined;
        });
      } catch (error) {
        if (error instanceof GoogleError && error.code === 'expired') return undefined;
        throw error;
      }
    },

    async revoke(token) {
      try {
        await withRetries(async (signal) => (await oauth(signal)).revokeToken(token));
      } catch (error) {
        // `expired` means that the grant has already ended.
        if (!(error instanceof GoogleError && error.code === 'expired')) throw error;
      }
    },

    async listCalendars(accessToken) {
      const read = await readPages((pageToken) =>
        withRetries(async (signal) => {
          const { calendarList } = await calendarApi(accessToken, signal);
          const { data } = await calendarList.list({
            maxResults: 250,
            // The person may have hidden the primary calendar, which names the account.
            showHidden: true,
            ...(pageToken && { pageToken }),
          });
          return requireObject(data);
        }),
      );
      const items = read.flatMap((list) => list.items ?? []);
      return {
        account: items.find(({ primary }) => primary)?.id ?? null,
        calendars: items.filter(({ hidden }) => !hidden).flatMap(parseCalendar),
      };
    },

    async syncEvents(accessToken, calendarId, since) {
      const isFull = 'from' in since;
      const range = isFull
        ? { timeMin: new Date(since.from).toISOString(), timeMax: new Date(since.to).toISOString() }
        : since;
      const read = await readPages((pageToken) =>
        withRetries(async (signal) => {
          const { events } = await calendarApi(accessToken, signal);
          const { data } = await events.list({
            calendarId,
            singleEvents: true,
            maxResults: 2500,
            ...range,
            ...(pageToken && { pageToken }),
          });
          return requireObject(data);
        }),
      ).catch((error: unknown) => {
        if (error instanceof SyncTokenExpired) return undefined;
        throw error;
      });
      if (!read) return undefined;
      const items = read.flatMap((page) => page.items ?? []);
      const isDeleted = ({ status }: calendar_v3.Schema$Event) => status === 'cancelled';
      return {
        events: items
          .filter((item) => !isDeleted(item))
          .flatMap((item) => parseEvent(calendarId, item)),
        deletedIds: isFull ? [] : items.filter(isDeleted).flatMap(({ id }) => id ?? []),
        isFull,
        syncToken: read.at(-1)?.nextSyncToken ?? undefined,
      };
    },

    watch: (accessToken, calendarId, { id, token, address }) =>
      withRetries(async (signal) => {
        const { events } = await calendarApi(accessToken, signal);
        const requestBody = { id, token, address, type: 'web_hook' };
        const { data } = await events.watch({ calendarId, requestBody });
        const { resourceId, expiration } = requireObject(data);
        if (!resourceId) throw new GoogleError('other');
        return { resourceId, expiresAt: Number(expiration) || Date.now() };
      }),

    stopWatch: (accessToken, { id, resourceId }) =>
      withRetries(async (signal) => {
        const { channels } = await calendarApi(accessToken, signal);
        await channels.stop({ requestBody: { id, resourceId } });
      }),
  };
}

/** Google rejected a sync token as too old (410). */
class SyncTokenExpired extends GoogleError {}

/** Calls Google within the request's remaining time. Retries if Google refuses because of its quota. */
async function withRetries<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const end =
    (currentTimeLimit() ?? Date.now() + GOOGLE_TIME_LIMIT_MS + RESPONSE_RESERVE_MS) -
    RESPONSE_RESERVE_MS;
  for (let retry = 0; ; retry++) {
    const signal = AbortSignal.timeout(
      Math.max(1, Math.min(GOOGLE_TIME_LIMIT_MS, end - Date.now())),
    );
    try {
      return await work(signal);
    } catch (error) {
      const googleError = googleErrorOf(error, signal.aborted);
      // With jitter, so that calls that were refused together aren't retried together.
      const waitMs = Math.max(
        QUOTA_BACKOFF_MS * 2 ** retry * (0.5 + Math.random()),
        retryAfterMs(error),
      );
      if (googleError.code !== 'quota' || retry === QUOTA_RETRIES || Date.now() + waitMs > end)
        throw googleError;
      await sleep(waitMs);
    }
  }
}

/** Reads all pages of a list. */
async function readPages<T extends { nextPageToken?: string | null }>(
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

/**
 * Returns the data. @throws GoogleError if the data isn't an object, because the library returns truncated JSON as text
 */
function requireObject<T extends object>(data: T): T {
  if (typeof data !== 'object') throw new GoogleError('other');
  return data;
}

interface Tokens {
  access_token?: string | null;
  refresh_token?: string | null;
  expiry_date?: number | null;
  scope?: string;
}

function parseGrant(tokens: Tokens): Grant {
  const { access_token: accessToken, refresh_token: refreshToken, scope } = requireObject(tokens);
  if (!accessToken) throw new GoogleError('other');
  return {
    accessToken,
    refreshToken: refreshToken ?? undefined,
    expiresAt: tokens.expiry_date ?? Date.now(),
    scopes: scope?.split(' ') ?? [],
  };
}

/**
 * Returns an array with the calendar in the contract's form. The array is empty if the calendar is invalid, so that one
 * invalid calendar doesn't hide the other calendars.
 */
function parseCalendar(item: calendar_v3.Schema$CalendarListEntry): GoogleCalendar[] {
  const { id, summaryOverride, summary, primary, backgroundColor } = item;
  const calendar = GoogleCalendar.safeParse({
    id,
    primary: primary ?? false,
    color: backgroundColor ?? null,
    summary: cutText(summaryOverride ?? summary ?? id, 5000),
  });
  return calendar.success ? [calendar.data] : [];
}

function parseEvent(calendarId: string, item: calendar_v3.Schema$Event): GoogleEvent[] {
  const { id, summary, location, colorId, start, end, htmlLink, transparency, attendees } = item;
  const { responseStatus = null } = attendees?.find(({ self }) => self) ?? {};
  const event = GoogleEvent.safeParse({
    id,
    calendarId,
    start: parseTime(start),
    end: parseTime(end),
    // Google Calendar shows this title for events without a title.
    summary: cutText(summary ?? '(No title)', 10_000),
    location: location == null ? null : cutText(location, 10_000),
    colorId: colorId && colorId in GOOGLE_EVENT_COLORS ? colorId : null,
    htmlLink: htmlLink ?? null,
    transparency: transparency === 'transparent' ? 'transparent' : 'opaque',
    ownResponse: isResponse(responseStatus) ? responseStatus : null,
  });
  return event.success ? [event.data] : [];
}

/** Whether the contract knows this response to an invitation. */
const isResponse = (value: unknown) => OwnResponse.safeParse(value).success;

function parseTime(time: calendar_v3.Schema$EventDateTime | undefined) {
  const { date, dateTime, timeZone } = time ?? {};
  return dateTime ? { dateTime, timeZone: timeZone ?? null } : { date };
}

/** Returns the first `maxLength` UTF-16 units, without half a character at the end. */
function cutText(value: string | null | undefined, maxLength: number): string | undefined {
  return value
    ?.toWellFormed()
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '');
}

/** Reasons of a 403 response that mean an exceeded quota. */
const QUOTA = /^(rateLimitExceeded|userRateLimitExceeded|quotaExceeded|dailyLimitExceeded)$/;

/** Returns a GoogleError that contains at most the status and the redacted message of Google's own error. */
function googleErrorOf(error: unknown, isLate: boolean): GoogleError {
  if (error instanceof GoogleError) return error;
  // Not an error from Google, but a bug of ours.
  if (!(error instanceof Error) || !('config' in error)) throw error;
  if (isLate) return new GoogleError('timeout');
  const status = statusOf(error);
  if (status === undefined) return new GoogleError('network');
  const { reason, message } = reasonOf(error);
  if (reason === 'invalid_grant' || reason === 'invalid_token') return new GoogleError('expired');
  if (status === 401 && reason !== 'invalid_client') return new GoogleError('expired');
  if (status === 429 || (status === 403 && QUOTA.test(reason))) return new GoogleError('quota');
  // accessNotConfigured means that the API isn't enabled for our client, which the person can't fix.
  if (status === 403 && reason !== 'accessNotConfigured') return new GoogleError('permission');
  if (status === 404) return new GoogleError('notFound');
  if (status === 410) return new SyncTokenExpired('other');
  // The messages of Google's 5xx responses don't help anyone.
  const reported = status < 500 ? redactSecrets(message) : '';
  return new GoogleError('other', googleReturned(status, reported));
}

function statusOf(error: object): number | undefined {
  const status: unknown = at(at(error, 'response'), 'status');
  return typeof status === 'number' ? status : undefined;
}

/**
 * Returns the reason and message in an error response. Google's calendar API sends `{ error: { errors: [{ reason }],
 * message } }`. Google's sign-in sends `{ error, error_description }`.
 */
function reasonOf(error: object): { reason: string; message: string } {
  const data = at(at(error, 'response'), 'data');
  const body = at(data, 'error');
  const reason = typeof body === 'string' ? body : at(at(at(body, 'errors'), 0), 'reason');
  const message = typeof body === 'string' ? at(data, 'error_description') : at(body, 'message');
  return {
    reason: typeof reason === 'string' ? reason : '',
    message: typeof message === 'string' ? message : '',
  };
}

/** Returns how long Google asks us to wait, in ms, or 0 if it doesn't say. */
function retryAfterMs(error: unknown): number {
  // The library has its own fetch, so the headers aren't Node's `Headers`.
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
