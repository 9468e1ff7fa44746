import {
  CALENDAR_ERROR_DETAILS,
  type CalendarError,
  type CalendarErrorCode,
} from '@daymark/contract/googleCalendar';
import { Failure } from '../http/failure';

/**
 * The error of a call to Google. A `GoogleError` contains only what is safe to show. Google's own errors contain
 * tokens, so they stay inside google.ts.
 */
export class GoogleError extends Error {
  constructor(
    readonly code: CalendarErrorCode,
    readonly details = CALENDAR_ERROR_DETAILS[code],
  ) {
    super(details);
    this.name = 'GoogleError';
  }

  get calendarError(): CalendarError {
    return { error: this.code, details: this.details };
  }
}

/** Resolves to the result of the work, or to the `GoogleError` that the work fails with. Any other error is thrown. */
export const orGoogleError = <T>(work: Promise<T>): Promise<T | GoogleError> =>
  work.catch((error: unknown) => {
    if (error instanceof GoogleError) return error;
    throw error;
  });

/** Returns the calendar error of a `GoogleError`. Any other error is thrown again. */
export function calendarErrorOf(error: unknown): CalendarError {
  if (error instanceof GoogleError) return error.calendarError;
  throw error;
}

/** Returns the error for a calendar that is missing from Google's list. */
export function calendarNotFound(name: string): CalendarError {
  const shortName = name.slice(0, 80).toWellFormed();
  return {
    error: 'notFound',
    details: `The calendar “${shortName}” was not found at Google. Choose your calendars.`,
  };
}

const STATUS: Record<CalendarErrorCode, number> = {
  expired: 403,
  permission: 403,
  notFound: 404,
  network: 503,
  timeout: 503,
  quota: 429,
  other: 502,
};

/** Returns the failure with which a call ends because of a calendar error. */
export function calendarFailure(calendarError: CalendarError): Failure {
  const headers = calendarError.error === 'quota' ? { 'Retry-After': '60' } : undefined;
  return new Failure(STATUS[calendarError.error], calendarError.details, headers, calendarError);
}

const NOT_CONNECTED = 'Google Calendar is not connected.';

export const notConnected = () =>
  new Failure(409, NOT_CONNECTED, {}, { error: 'other', details: NOT_CONNECTED });

const CHANGED = 'The connection to Google Calendar has just changed. Try again.';

/** The connection that a request started with has ended, or the calendar that the request syncs was deselected. */
export class ConnectionChanged extends Failure {
  constructor() {
    super(409, CHANGED, {}, { error: 'other', details: CHANGED });
  }
}

/**
 * Returns a text from Google without anything that could be a secret, cut to 200 characters. Replaces values after
 * words like "token", known forms of tokens, and every string that is too long for a word.
 */
export function redactSecrets(text: string): string {
  return text
    .toWellFormed()
    .replace(
      /\b(bearer|token|secret|key|code|password|credential|assertion)s?\b(["']?\s*[=:]\s*["']?|\s+)[^\s"',;&]+/gi,
      '$1 [redacted]',
    )
    .replace(/\b(ya29\.|1\/\/|GOCSPX-|AIza)[^\s"',;&]*/g, '[redacted]')
    .replace(/[\w.~+/=-]{24,}/g, '[redacted]')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
}
