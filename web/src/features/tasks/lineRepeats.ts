import type { Repeat } from '@daymark/contract/repeat';
import { REPEAT_INTERVAL_MAX } from '@daymark/contract/repeat';
import {
  MONTH,
  monthNumber,
  NUMBER,
  numberOf,
  WEEKDAY,
  weekdayNumber,
  wholeWords,
} from './lineWords';

/** How a phrase in a line says that a task repeats. */
export interface RepeatPhrase {
  start: number;
  end: number;
  rule: Repeat;
  /** The month of a yearly rule, 1 to 12. */
  month?: number;
  /** "morning", "afternoon", "evening" or "night". */
  partOfDay?: string;
  /** Whether it begins with "every". */
  isEvery: boolean;
}

const ORDINAL = String.raw`\d{1,2}(?:st|nd|rd|th)`;
const LIST = String.raw`(?:${WEEKDAY})s?(?:\s*(?:,\s*and|,|\/|&|and)\s*(?:${WEEKDAY})s?\b)*`;
const MONTH_DAY = String.raw`(?:(?:${MONTH})\s+\d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:${MONTH}))`;
const ON = String.raw`(?:\s+on\s+(?<on>${LIST}|the\s+${ORDINAL}|${MONTH_DAY}))?`;
const TIMES = String.raw`(?:(?<times>other|second|2nd|third|3rd|4th|${NUMBER})\s+)?`;

const EVERY = wholeWords(
  String.raw`(?:every|each)(?<after>!)?\s+(?:${TIMES}(?:(?<unit>day|week|month|year)s?\b${ON}|(?<list>${LIST})|(?<work>weekdays?|workdays?))(?:\s+(?<part>morning|afternoon|evening|night))?|(?<daily>morning|afternoon|evening|night)|(?<weekend>weekend)|(?<yearly>${MONTH_DAY})|(?<date>${ORDINAL})(?:\s+of\s+(?:the|each|every)\s+month)?)`,
);

const ADVERB = wholeWords(
  String.raw`(?<adverb>daily|weekly|biweekly|fortnightly|monthly|yearly|annually)${ON}|on\s+(?<work>weekdays|workdays)`,
);

const ADVERBS: Record<string, Pick<Repeat, 'every' | 'interval'>> = {
  daily: { every: 'day', interval: 1 },
  weekly: { every: 'week', interval: 1 },
  biweekly: { every: 'week', interval: 2 },
  fortnightly: { every: 'week', interval: 2 },
  monthly: { every: 'month', interval: 1 },
  yearly: { every: 'year', interval: 1 },
  annually: { every: 'year', interval: 1 },
};

const TIMES_WORDS: Record<string, number> = {
  other: 2,
  second: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  '4th': 4,
};

/**
 * What a line says about repeating: "every other tuesday", "every 2 weeks on mon and thu", "monthly on the 1st".
 * "every!" counts from completion. A rule that says no weekday or date has none: `withDay` takes it from the task's day.
 */
export function findRepeats(text: string): RepeatPhrase[] {
  return [EVERY, ADVERB].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 0: phrase, index, groups = {} }) => {
      const read = ruleOf(groups);
      const partOfDay = groups.part ?? groups.daily;
      const span = { start: index, end: index + phrase.length };
      return read
        ? [{ ...span, isEvery: pattern === EVERY, ...(partOfDay && { partOfDay }), ...read }]
        : [];
    }),
  );
}

function ruleOf(groups: Record<string, string | undefined>) {
  const { after, times = '1', unit, list, work, daily, weekend, date, yearly, adverb, on } = groups;
  const interval = TIMES_WORDS[times.toLowerCase()] ?? numberOf(times);
  if (interval < 1 || interval > REPEAT_INTERVAL_MAX) return undefined;
  const from = after ? 'completion' : 'schedule';
  const weekly = (weekdays: number[]) => ({
    rule: { every: 'week', interval, weekdays, from } as Repeat,
  });
  if (list) return weekly(weekdaysOf(list));
  if (work) return weekly([1, 2, 3, 4, 5]);
  if (weekend) return weekly([6]);
  if (date) return datedRule('month', 1, Number.parseInt(date, 10), from);
  if (yearly) return yearlyRule(yearly, 1, from);
  const base: Pick<Repeat, 'every' | 'interval'> = daily
    ? { every: 'day', interval: 1 }
    : (ADVERBS[adverb?.toLowerCase() ?? ''] ?? {
        every: (unit ?? 'day').toLowerCase() as Repeat['every'],
        interval,
      });
  if (!on) return { rule: { ...base, from } as Repeat };
  if (base.every === 'week') {
    const weekdays = /\d/.test(on) ? [] : weekdaysOf(on);
    return weekdays.length > 0 ? { rule: { ...base, weekdays, from } as Repeat } : undefined;
  }
  if (base.every === 'month' && /^the\s/i.test(on))
    return datedRule('month', base.interval, Number(/\d+/.exec(on)?.[0]), from);
  if (base.every === 'year' && !/^the\s/i.test(on)) return yearlyRule(on, base.interval, from);
  return undefined;
}

function datedRule(every: 'month' | 'year', interval: number, day: number, from: Repeat['from']) {
  return day >= 1 && day <= 31 ? { rule: { every, interval, day, from } } : undefined;
}

function yearlyRule(monthDay: string, interval: number, from: Repeat['from']) {
  const month = new RegExp(String.raw`\b(?:${MONTH})\b`, 'i').exec(monthDay)?.[0];
  const dated = datedRule('year', interval, Number(/\d+/.exec(monthDay)?.[0]), from);
  return dated && month ? { ...dated, month: monthNumber(month) } : undefined;
}

const weekdaysOf = (list: string): number[] => [
  ...new Set([...list.matchAll(new RegExp(WEEKDAY, 'gi'))].map(([word]) => weekdayNumber(word))),
];
