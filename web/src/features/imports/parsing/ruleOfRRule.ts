import { REPEAT_INTERVAL_MAX, type Repeat } from '@daymark/contract/repeats/repeat';
import { clockOfDay } from '@daymark/contract/time/zone';
import { ruleOn } from '../../../domain/line/ruleOn';
import { weekdayOf, type LocalDay } from '../../../lib/time/dates';
import { parseRule, StepBudget } from '../iCalendar/calendarRule';
import { repeatOfRule } from '../iCalendar/repeatOfRule';

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
/** The units of a rule by their names in RFC 5545. Super Productivity uses the same names. */
export const RULE_UNITS: Record<string, Repeat['every']> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
};
const KNOWN = new Set(['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'WKST']);

/**
 * Returns the rule that an RRULE (RFC 5545) stands for, for a task on a day. Returns undefined if our rules can't
 * express it, for example because it ends, or names several days of a month. A day that short months lack becomes their
 * last day.
 */
export const ruleOfRRule = (
  text: string,
  day: LocalDay,
  from: Repeat['from'] = 'schedule',
): Repeat | undefined =>
  plainRule(text, day, from) ?? (from === 'schedule' ? otherRule(text, day) : undefined);

/** Returns the rule for an RRULE that says the same in another way, or counts the weekdays of a month. */
function otherRule(text: string, day: LocalDay): Repeat | undefined {
  const rule = parseRule(text);
  if (!rule || rule.until || rule.count < Infinity) return undefined;
  return repeatOfRule(rule, { clockMs: clockOfDay(day), isDay: true }, new StepBudget());
}

function plainRule(text: string, day: LocalDay, from: Repeat['from']): Repeat | undefined {
  const line = text.trim().replace(/^RRULE:/i, '');
  if (line.includes('\n')) return undefined;
  const parts = new Map(
    line
      .toUpperCase()
      .split(';')
      .filter(Boolean)
      .map((part) => part.split('=') as [string, string | undefined]),
  );
  if ([...parts.keys()].some((name) => !KNOWN.has(name))) return undefined;
  const every = RULE_UNITS[parts.get('FREQ') ?? ''];
  const interval = Number(parts.get('INTERVAL') ?? 1);
  if (!every || !Number.isInteger(interval) || interval < 1 || interval > REPEAT_INTERVAL_MAX)
    return undefined;
  const weekdays = parts
    .get('BYDAY')
    ?.split(',')
    .map((name) => WEEKDAYS.indexOf(name) + 1);
  if (weekdays?.some((weekday) => weekday < 1)) return undefined;
  const monthDay = parts.get('BYMONTHDAY');
  const month = parts.get('BYMONTH');
  if (every === 'week' && interval > 1) {
    // Our weeks begin on Monday. Another first day matters only if the rule has days on both sides of it.
    const weekStart = WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO') + 1;
    const sides = [...(weekdays ?? []), weekdayOf(day)].map((weekday) => weekday < weekStart);
    if (weekStart < 1 || new Set(sides).size > 1) return undefined;
  }
  return ruleOf({ every, interval, from }, { weekdays, monthDay, month }, day);
}

function ruleOf(
  base: Pick<Repeat, 'every' | 'interval' | 'from'>,
  parts: {
    weekdays: number[] | undefined;
    monthDay: string | undefined;
    month: string | undefined;
  },
  day: LocalDay,
): Repeat | undefined {
  const { weekdays, monthDay, month } = parts;
  if (month !== undefined && (base.every !== 'year' || Number(month) !== Number(day.slice(5, 7))))
    return undefined;
  if (monthDay !== undefined) {
    // In our rules, day 31 stands for the last day of each month.
    const date = monthDay === '-1' ? 31 : Number(monthDay);
    if (!Number.isInteger(date) || date < 1 || date > 31 || weekdays) return undefined;
    if (base.every !== 'month' && base.every !== 'year') return undefined;
    return { ...base, day: date };
  }
  if (weekdays) {
    const isEveryDay = base.every === 'day' && base.interval === 1;
    if (base.every !== 'week' && !isEveryDay) return undefined;
    const sorted = [...new Set(weekdays)].sort((a, b) => a - b);
    return { ...base, every: 'week', weekdays: sorted };
  }
  return ruleOn(base, day);
}
