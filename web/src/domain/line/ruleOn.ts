import type { Repeat } from '@daymark/contract/repeats/repeat';
import { dayOfMonth, weekdayOf, type LocalDay } from '../../lib/time/dates';

/**
 * Returns a rule that keeps to the calendar with its weekday or day of the month. If the rule says none, it gets those
 * of `day`.
 */
export function ruleOn(rule: Repeat, day: LocalDay): Repeat {
  if (rule.from === 'completion' || rule.every === 'day') return rule;
  if (rule.every === 'week')
    return { ...rule, weekdays: rule.weekdays?.length ? rule.weekdays : [weekdayOf(day)] };
  return { ...rule, day: rule.day ?? dayOfMonth(day) };
}
