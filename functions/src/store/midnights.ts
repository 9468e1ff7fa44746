import { HOUR_MS } from '@daymark/contract/time/units';

/** Returns the first moment at which a day begins anywhere on Earth, in ms (midnight at UTC+14). */
export const firstMidnightOf = (day: string): number => Date.parse(day) - 14 * HOUR_MS;

/** Returns the last moment at which a day begins anywhere on Earth, in ms (midnight at UTC−12). */
export const lastMidnightOf = (day: string): number => Date.parse(day) + 12 * HOUR_MS;
