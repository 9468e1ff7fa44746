import { addDays, daysBetween, isLocalDay, startOfWeek, type LocalDay } from '../../lib/time/dates';

/** A range of days. Both days are included. `to` may be in the future. */
export interface Period {
  from: LocalDay;
  to: LocalDay;
}

/** A period that has a name, which is also its query in the address. */
export const NAMED_PERIODS = [
  { value: 'week=this', label: 'This week' },
  { value: 'week=last', label: 'Last week' },
  { value: 'days=7', label: '7 days' },
  { value: 'days=30', label: '30 days' },
  { value: 'days=90', label: '90 days' },
] as const;
export type NamedPeriod = (typeof NAMED_PERIODS)[number]['value'];

const DEFAULT_PERIOD: NamedPeriod = 'days=30';

/** The longest period, in days: a leap year. */
const DAYS_MAX = 366;

/** Returns the days of a named period. A number of days includes today. */
function daysOf(name: NamedPeriod, today: LocalDay): Period {
  const [kind, value] = name.split('=');
  if (kind === 'days') return { from: addDays(today, 1 - Number(value)), to: today };
  const thisWeek = startOfWeek(today);
  const from = value === 'last' ? addDays(thisWeek, -7) : thisWeek;
  return { from, to: addDays(from, 6) };
}

/** Returns the number of days of a period. */
const lengthOf = ({ from, to }: Period): number => daysBetween(from, to) + 1;

/** Returns the name of a period, or undefined if it has none. */
export const nameOfPeriod = ({ from, to }: Period, today: LocalDay): NamedPeriod | undefined =>
  NAMED_PERIODS.map(({ value }) => value).find((name) => {
    const days = daysOf(name, today);
    return days.from === from && days.to === to;
  });

/** Returns the query of a period: its name, or "from=2026-11-01&to=2026-11-20". */
export const queryOfPeriod = (period: Period, today: LocalDay): string =>
  nameOfPeriod(period, today) ?? `from=${period.from}&to=${period.to}`;

/** Returns the period in the query of an address. Without a valid period, it is the last 30 days. */
export function periodIn(query: URLSearchParams, today: LocalDay): Period {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  if (Object.keys(periodErrors({ from, to }, today)).length === 0) return { from, to };
  const named = NAMED_PERIODS.find(({ value }) => {
    const [kind = '', choice] = value.split('=');
    return query.get(kind) === choice;
  });
  return daysOf(named?.value ?? DEFAULT_PERIOD, today);
}

/** Returns what is wrong with typed days, by field. Without an error, the result is empty. */
export function periodErrors({ from, to }: Period, today: LocalDay): Partial<Period> {
  const errors: Partial<Period> = {
    ...(!isLocalDay(from) && { from: 'Please enter a date.' }),
    ...(!isLocalDay(to) && { to: 'Please enter a date.' }),
  };
  if (Object.keys(errors).length > 0) return errors;
  if (from > today) return { from: 'This day is in the future.' };
  if (to < from) return { to: 'The last day is before the first day.' };
  if (lengthOf({ from, to }) > DAYS_MAX) return { to: 'At most a year can be shown.' };
  return {};
}

/**
 * Returns the period of the same length right before a period (`by` is -1) or after it (1). Returns undefined if that
 * period hasn't begun.
 */
export function periodBeside(
  { from, to }: Period,
  by: -1 | 1,
  today: LocalDay,
): Period | undefined {
  const days = by * lengthOf({ from, to });
  const beside = { from: addDays(from, days), to: addDays(to, days) };
  return beside.from > today ? undefined : beside;
}
