import { HOUR_MS } from '@daymark/contract/time/units';

/** The first moment at which a day begins somewhere on Earth, in ms: at UTC+14. */
export const firstMidnightOf = (day: string): number => Date.parse(day) - 14 * HOUR_MS;

/** The last moment at which a day begins somewhere on Earth, in ms: at UTC−12. */
export const lastMidnightOf = (day: string): number => Date.parse(day) + 12 * HOUR_MS;
