import * as z from 'zod/mini';

/** The IANA name of a time zone. An offset would be wrong for half of the year. */
export const TimeZone = z
  .string()
  .check(
    z.maxLength(64),
    z.refine(isTimeZone, 'Must be the name of a time zone, like Europe/Berlin'),
  );

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
