/**
 * How days and times are shown until the person chooses. This file does not use zod, because the script that runs
 * before the first paint includes it.
 */
export const DEFAULT_DATES = {
  weekStart: 'sunday',
  hourFormat: '12h',
  timeZone: null,
} as const;
