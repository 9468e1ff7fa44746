import { type Repeat, REPEAT_INTERVAL_MAX } from '@daymark/contract/repeats/repeat';
import { CLOCK, CLOCK_BESIDE_DAY, PART, partOf, type PartOfDay } from './lineClocks';
import {
  MONTH,
  monthNumber,
  NTH,
  NUMBER,
  numberOf,
  ORDINAL,
  WEEKDAY,
  UNAMBIGUOUS_MONTH,
  weekdayNumber,
  WHOLE_WEEKDAY,
  wholeWords,
} from './lineWords';

/** A phrase in a line that says how a task repeats. */
export interface RepeatPhrase {
  start: number;
  end: number;
  rule: Repeat;
  /** The month of a yearly rule, 1 to 12. */
  month?: number;
  partOfDay?: PartOfDay;
  /** Whether the phrase says "every" or "each". */
  isEvery: boolean;
}

const DAYS = String.raw`(?:${WEEKDAY})s?`;
/** Matches the next weekday of a list without commas: "mon wed fri". Rules out "sun cream". */
const NEXT_DAY = String.raw`\s+(?!(?:sun|sat)\s+(?!(?:and|at|for|from|in|${WEEKDAY})\b)\p{L})`;
const LIST = String.raw`${DAYS}(?:\s*(?:-|–|to|through|thru)\s*${DAYS}\b|(?:(?:\s*(?:,\s*and|,|\/|&|and)\s*|${NEXT_DAY})${DAYS}\b)*)`;
const MONTH_DAY = String.raw`(?:(?:${MONTH})\s+\d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:${MONTH}))`;
const DATED = String.raw`${ORDINAL}|last\s+day`;
const ON = String.raw`(?:\s+on\s+(?<on>${LIST}|the\s+(?:${DATED})|${MONTH_DAY}))?`;
const TIMES = String.raw`(?:(?<times>other|second|2nd|third|3rd|4th|${NUMBER})\s+)?`;
const EACH_MONTH = String.raw`(?:the|each|every)\s+month`;

const EVERY = wholeWords(
  String.raw`(?:every|each)(?<after>!)?\s+(?:${TIMES}(?:(?<unit>day|week|month|year)s?\b${ON}|(?<list>${LIST})|(?<work>weekdays?|workdays?))(?:\s+(?<part>${PART}))?|(?<daily>${PART})|(?<weekend>weekend)|(?<yearly>${MONTH_DAY})|(?<date>${ORDINAL}(?!\s+(?:${WEEKDAY}|day|week|month|year))|last\s+day(?=\s+of\s+${EACH_MONTH}))(?:\s+of\s+${EACH_MONTH})?)|(?:on\s+)?(?:the\s+)?(?<first>${DATED})\s+of\s+(?:each|every)\s+month`,
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
 * Returns the phrases in a line that say how a task repeats: "every other tuesday", "every 2 weeks on mon and thu",
 * "monthly on the 1st". "every!" counts from completion. If a phrase has no weekday or date, its rule has none either,
 * and `ruleOn` adds the weekday or date of the task's day.
 */
export function findRepeats(text: string): RepeatPhrase[] {
  return [EVERY, ADVERB].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 0: phrase, index, groups = {} }) => {
      const read = ruleOf(groups);
      const part = groups.part ?? groups.daily;
      const partOfDay = part === undefined ? {} : { partOfDay: partOf(part) };
      const span = { start: index, end: index + phrase.length };
      return read ? [{ ...span, isEvery: pattern === EVERY, ...partOfDay, ...read }] : [];
    }),
  );
}

function ruleOf(groups: Record<string, string | undefined>) {
  const { after, times = '1', unit, list, work, daily, weekend, yearly, adverb, on } = groups;
  const date = groups.date ?? groups.first;
  const interval = TIMES_WORDS[times.toLowerCase()] ?? numberOf(times);
  if (interval < 1 || interval > REPEAT_INTERVAL_MAX) return undefined;
  const from = after ? 'completion' : 'schedule';
  const weekly = (weekdays: number[]) => ({
    rule: { every: 'week', interval, weekdays, from } as Repeat,
  });
  if (list) return weekly(weekdaysOf(list));
  if (work) return weekly([1, 2, 3, 4, 5]);
  if (weekend) return weekly([6]);
  if (date) return datedRule('month', 1, dateOf(date), from);
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
    return datedRule('month', base.interval, dateOf(on), from);
  if (base.every === 'year' && !/^the\s/i.test(on)) return yearlyRule(on, base.interval, from);
  return undefined;
}

/** Returns the day of the month. "last day" is 31. */
const dateOf = (words: string): number => Number(/\d+/.exec(words)?.[0] ?? 31);

function datedRule(every: 'month' | 'year', interval: number, day: number, from: Repeat['from']) {
  return day >= 1 && day <= 31 ? { rule: { every, interval, day, from } } : undefined;
}

function yearlyRule(monthDay: string, interval: number, from: Repeat['from']) {
  const month = new RegExp(String.raw`\b(?:${MONTH})\b`, 'i').exec(monthDay)?.[0];
  const dated = datedRule('year', interval, Number(/\d+/.exec(monthDay)?.[0]), from);
  return dated && month ? { ...dated, month: monthNumber(month) } : undefined;
}

function weekdaysOf(list: string): number[] {
  const named = [...list.matchAll(new RegExp(WEEKDAY, 'gi'))].map(([word]) => weekdayNumber(word));
  const [first = 1, last = 7] = named;
  if (!IS_SPAN.test(list)) return [...new Set(named)];
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, n) => ((first + n - 1) % 7) + 1);
}

/** Matches a span of weekdays: "mon-fri". */
const IS_SPAN = /[-–]|\b(?:to|through|thru)\b/i;

/* Repeats that our rules can't express */

const UNIT = String.raw`(?:day|week|weekday|workday|weekend|month|quarter|year|fortnight|${PART}|spring|summer|autumn|fall|winter|season|holiday)s?`;
const COUNT = `other|second|third|fourth|fifth|last|first|next|single|alternate|odd|even|few|couple|half|the|of|business|working|school|bank|${NUMBER}|${ORDINAL}`;

/** Matches words that say that something repeats. */
const REPEATING = wholeWords(
  [
    String.raw`(?:every|each)!?\s+(?:(?:${COUNT})\s+){0,4}(?:${UNIT}|(?:${WEEKDAY})s?|${MONTH})`,
    String.raw`(?:every|each)!?\s+${ORDINAL}(?!\s+(?!and\b|or\b|of\b|at\b|on\b)\p{L})`,
    String.raw`(?:once|twice|(?:${NUMBER})\s*(?:x|times))\s+(?:(?:an?|per|each|every)\s+${UNIT}|daily|weekly|monthly|yearly)`,
  ].join('|'),
);

/** Matches a weekday, but not "sat" and "sun", which are often other words. */
const CLEAR_WEEKDAY = String.raw`(?!(?:sat|sun)\b)(?:${WEEKDAY})s?`;

/** Matches a day, a month or a season, even one that is not understood. */
const TIMELY = [
  String.raw`\d{1,2}(?:st|nd|rd|th|[./]\d|\s+(?:${MONTH}|${UNIT})\b)|20\d\d`,
  String.raw`(?:${NTH})(?:\s+(?:${UNIT}|(?:${WEEKDAY})s?|of|and)\b|\s*(?:$|[,;)]))`,
  String.raw`(?:${CLEAR_WEEKDAY}|${MONTH}|${UNIT}|next|today|tomorrow|now|odd|even|alternate|start|end|beginning|middle|christmas|easter|new\s+year|thanksgiving|day\s+\d)\b`,
].join('|');

const DAY_BEFORE = String.raw`except|excluding|not|no|only|without|barring|other\s+than|apart\s+from|until|till?|through|throughout|during|up\s+to|between|as\s+of|ends|ending|starting|beginning|from|in`;
const DAY_BEHIND = String.raw`${DAY_BEFORE}|for|on|at|of|since|before|by|due|deadline|no\s+later\s+than|after|to|and|or`;

/**
 * Returns the pattern of words that limit a repeat if a day follows: "every friday in june", but not "every friday in
 * the office".
 */
const limitOf = (words: string): string =>
  String.raw`(?:${words})\s+(?:(?:on|in|for|the|a|an|this|first|next|last|rest|whole|several|few|couple|of|more|${NUMBER})\s+)*(?:${TIMELY})`;

/** Matches words that limit the repeat before them, whatever follows. */
const LIMIT = String.raw`except|excepting|excluding|but|not|never|only|without|unless|until|till?|thru|through|other\s+than|apart\s+from|save\s+for|minus|skip|skipping|if|when|while|as\s+long\s+as|ends|ending|starting|beginning|as\s+of|once|twice|(?:for\s+)?(?:${NUMBER})\s*(?:x|times|occurrences|sessions)`;

/** Matches days that limit the rule before them, whatever words are next to the days: "mondays off". */
const OTHER_DAYS = `(?:${WHOLE_WEEKDAY}|weekend|holiday|vacation)s?|(?:${UNAMBIGUOUS_MONTH})`;

const BEHIND_RULE = wholeWords(
  `${LIMIT}|on\\s+(?:the\\s+)?\\d+|${OTHER_DAYS}|${limitOf(DAY_BEHIND)}`,
);
const BEFORE_RULE = wholeWords(String.raw`${limitOf(DAY_BEFORE)}|until\s+further\s+notice`);

const LISTED = String.raw`\s*(?:,|&|\/|and\b|or\b)\s*`;

/** Matches "first and third monday", but not "last week", which says nothing about a repeat. */
const NTH_DAY = String.raw`(?:${NTH})(?:${LISTED}(?:the\s+)?(?:${NTH}))*\s+(?:(?:business|working|school|full)\s+)?(?:days?|weekdays?|workdays?|(?:${WEEKDAY})s?)`;
const NTH_TIME = String.raw`(?:${NTH_DAY}|(?:first|second|third|fourth|fifth|${ORDINAL})\s+${UNIT})(?:\s+(?:of|in)\s+(?:(?:the|this|each|every)\s+)?(?:${MONTH}|${UNIT}))?`;

/** Matches "for the next two weeks", but not "for the week". */
const LENGTH = String.raw`for\s+(?:(?:the|next|first|last|coming|only|about|another)\s+)*(?:${NUMBER}|few|several|couple\s+of|whole|rest\s+of\s+the)\s+(?:(?:few|couple\s+of|whole|more)\s+)?(?:day|week|fortnight|month|quarter|year)s?`;

/** Matches words that are part of a rule if they stand right before it. */
const BESIDE_RULE = new RegExp(
  `${
    wholeWords(
      [
        NTH_TIME,
        LENGTH,
        ORDINAL,
        MONTH_DAY,
        String.raw`\d{1,2}\.\s?\d{1,2}\.`,
        String.raw`(?:on(?:\s+the)?|day)\s+\d{1,2}\.?`,
        CLEAR_WEEKDAY,
        String.raw`(?:${WEEKDAY})s?(?:${LISTED}|\s*[-–]\s*)(?:${WEEKDAY})s?`,
        `(?:weekday|workday|weekend|holiday|vacation|${PART})s`,
        String.raw`(?:(?:${WEEKDAY})s?|(?:weekday|workday|weekend|holiday|vacation)s?)\s+(?:off|excluded|excepted|only|aside|free)`,
        `(?:of|this|all|early|late|mid)\\s+(?:${MONTH})`,
        String.raw`once|twice|(?:${NUMBER})\s*(?:x|times|occurrences|sessions)`,
      ].join('|'),
    ).source
  }$`,
  'iu',
);

/** Matches words at the beginning of a line that are part of the rule after them. */
const FIRST_OF_LINE = new RegExp(
  String.raw`^[^\p{L}\p{N}]*(?:on\s+)?(?:the\s+)?(?:${NTH_TIME}|${LENGTH})(?![\p{L}\p{N}])`,
  'iu',
);

const CLOCKS = wholeWords(`${CLOCK}|${CLOCK_BESIDE_DAY}`);
const NTH_DAYS = wholeWords(String.raw`${NTH_DAY}|(?:${NTH})\s+weekend`);

/** Whether the words in front of a rule limit it or say more about its days. */
function isPartOfRule(before: string, { every }: Repeat): boolean {
  const beside = before.replaceAll(CLOCKS, ' ').replace(/[^\p{L}\p{N}.]+$/u, '');
  return (
    before.search(BEFORE_RULE) >= 0 ||
    BESIDE_RULE.test(beside) ||
    FIRST_OF_LINE.test(before) ||
    ((every === 'month' || every === 'year') && before.search(NTH_DAYS) >= 0)
  );
}

const WEEKDAYS = wholeWords(WEEKDAY);
const DATES = wholeWords(
  String.raw`${ORDINAL}|${MONTH}|\d{1,2}\/\d.*|\d{1,2}\.\d{1,2}\..*|20\d\d.*`,
);
const COMING = wholeWords(
  String.raw`today|tomorrow|tmrw?|in\s+(?:${NUMBER})\s+(?:days?|weeks?|months?|years?)`,
);

/**
 * Whether the words for a day say when the rule after them begins, or give its weekday or date: "friday every week".
 */
export function isDayOfRule(words: string, { every, weekdays, day }: Repeat): boolean {
  if (/^(?:starting|beginning|from)\s/i.test(words) || words.search(COMING) >= 0) return true;
  if (weekdays !== undefined || day !== undefined || every === 'day') return false;
  return words.search(every === 'week' ? WEEKDAYS : DATES) >= 0;
}

/**
 * Whether a line says more about repeating than the rules that are read in it: "every month on the last friday",
 * "except sundays", "until Dec 20". A rule that is read without such words would be a different rule. In `rest`,
 * everything that is read is blanked out.
 */
export function isRuleUnclear(
  text: string,
  rest: string,
  found: readonly RepeatPhrase[],
  isRead: (phrase: RepeatPhrase) => boolean,
): boolean {
  if (rest.search(REPEATING) >= 0) return true;
  return found.some((phrase) => {
    if (isRead(phrase))
      return (
        rest.slice(phrase.end).search(BEHIND_RULE) >= 0 ||
        isPartOfRule(rest.slice(0, phrase.start), phrase.rule)
      );
    // A phrase that stays text, such as "daily", is a repeat only if a limit follows directly.
    const behind = text.slice(phrase.end);
    const limit = behind.search(BEHIND_RULE);
    return limit >= 0 && !/\p{L}/u.test(behind.slice(0, limit));
  });
}
