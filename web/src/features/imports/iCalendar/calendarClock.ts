import { DAY_MS } from '@daymark/contract/time/units';

/*
 * Functions for clock times without a zone, in ms as if they were UTC, and for days, counted from January 1, 1970.
 * Rules look at millions of days, so the functions that they use avoid Date objects.
 */

export const dayNumberOf = (clockMs: number): number => Math.floor(clockMs / DAY_MS);

export const midnightOf = (clockMs: number): number => dayNumberOf(clockMs) * DAY_MS;

export const dayTextOf = (clockMs: number): string => new Date(clockMs).toISOString().slice(0, 10);

/** Days in 400 years, after which the Gregorian calendar repeats. */
const ERA_DAYS = 146_097;
/** Days from March 1 of the year 0 to January 1, 1970. */
const EPOCH_DAYS = 719_468;

/**
 * Returns the number of a day. Month 13 is January of the next year. A day after the month's end falls in the next
 * month.
 */
export function dayNumber(year: number, month: number, day: number): number {
  const months = year * 12 + month - 3;
  const marchYear = Math.floor(months / 12);
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * (months - marchYear * 12) + 2) / 5) + day - 1;
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  return era * ERA_DAYS + yearOfEra * 365 + leapDays + dayOfYear - EPOCH_DAYS;
}

export interface CalendarDate {
  year: number;
  month: number;
  day: number;
  /** 0 for Monday. */
  weekday: number;
}

export function dateOf(number: number): CalendarDate {
  const days = number + EPOCH_DAYS;
  const era = Math.floor(days / ERA_DAYS);
  const dayOfEra = days - era * ERA_DAYS;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
    weekday: (((number + 3) % 7) + 7) % 7,
  };
}

/** Returns the hour, minute and second of a clock time. */
export function timeOfClock(clockMs: number): { hour: number; minute: number; second: number } {
  const seconds = Math.floor((clockMs - midnightOf(clockMs)) / 1000);
  return {
    hour: Math.floor(seconds / 3600),
    minute: Math.floor(seconds / 60) % 60,
    second: seconds % 60,
  };
}

/** Returns the last element that is not later than a moment, from a list sorted by moment. */
export function lastUntil<T extends { ms: number }>(
  sorted: readonly T[],
  ms: number,
): T | undefined {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.ms ?? Infinity) <= ms) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1];
}
