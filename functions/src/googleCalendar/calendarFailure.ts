import type { CalendarErrorCode, CalendarError } from '@daymark/contract/googleCalendar';
import { Failure } from '../http/failure';

/**
 * Google's calendars can't be read, and why (product §8). Made of what is safe to tell: Google's own errors hold tokens, so
 * none of them goes further than google.ts.
 */
export class CalendarFailure extends Error {
  constructor(
    readonly kind: CalendarErrorCode,
    readonly details = SENTENCES[kind],
  ) {
    super(details);
    this.name = 'CalendarFailure';
  }

  get calendarError(): CalendarError {
    return { error: this.kind, details: this.details };
  }
}

const SENTENCES: Record<CalendarErrorCode, string> = {
  expired: 'The connection to Google Calendar has expired. Please connect it again.',
  permission: 'Google does not let Daymark read this calendar.',
  notFound: 'This calendar is no longer there at Google.',
  network: 'Google Calendar cannot be reached just now.',
  timeout: 'Google Calendar took too long to answer.',
  quota: 'Google Calendar is asked too often just now. Please try again in a few minutes.',
  other: 'Google Calendar gave an answer that makes no sense.',
};

/** What it is, if it is one; anything else goes on as it was thrown. */
export function calendarErrorOf(error: unknown): CalendarError {
  if (error instanceof CalendarFailure) return error.calendarError;
  throw error;
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

/** A calendarError as the refusal of a whole call. */
export function asFailure(calendarError: CalendarError): Failure {
  const isQuota = calendarError.error === 'quota';
  return new Failure(
    STATUS[calendarError.error],
    calendarError.details,
    { ...(isQuota && { 'Retry-After': '60' }) },
    calendarError,
  );
}

const NOT_CONNECTED = 'Google Calendar is not connected.';

export const notConnected = () =>
  new Failure(409, NOT_CONNECTED, {}, { error: 'other', details: NOT_CONNECTED });

/**
 * Text of Google's without what could be a secret in it: the value after a telling word, and anything long that no
 * word is.
 */
export function redacted(text: string): string {
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
