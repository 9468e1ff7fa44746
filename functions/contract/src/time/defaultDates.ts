/**
 * How days and times are shown until the person chooses. Without zod, because the script that runs before the first
 * paint has it.
 */
export const DEFAULT_DATES = {
  weekStart: 'sunday',
  hourFormat: '12h',
  timeZone: null,
} as const;
