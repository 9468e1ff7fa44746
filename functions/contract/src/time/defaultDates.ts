/**
 * How days and times are shown until the person chooses. Null means as the browser's locale shows them. This file does not use zod, because the script that runs
 * before the first paint includes it.
 */
export const DEFAULT_DATES = {
  weekStart: null,
  hourFormat: null,
  dateOrder: null,
  timeZone: null,
  dayEndMinutes: 0,
} as const;
