import type { Repeat } from '@daymark/contract/repeats/repeat';
import { dayOfMonth, weekdayOf, type LocalDay } from '../../lib/time/dates';

/**
 * Adds the weekday or the day of the month of `day` to a rule that has none. Returns a daily rule, or one that counts
 * from completion, unchanged.
 */
export function ruleOn(rule: Repeat, day: LocalDay): Repeat {
  if (rule.from === 'completion' || rule.every === 'day') return rule;
  if (rule.every === 'week')
    return { ...rule, weekdays: rule.weekdays?.length ? rule.weekdays : [weekdayOf(day)] };
  return { ...rule, day: rule.day ?? dayOfMonth(day) };
}
