import { HOUR_MS } from '@daymark/contract/time/units';
import { casual, GB } from 'chrono-node/en';
import {
  addDays,
  addMonths,
  browserDate,
  dayOfMonth,
  isLocalDay,
  localDay,
  minutesAfterMidnight,
  weekdayOf,
  type LocalDay,
} from '../../lib/time/dates';
import {
  CURRENCY,
  MONTH,
  NTH,
  NUMBER,
  ORDINAL,
  WEEKDAY,
  weekdayNumber,
  WHOLE_WEEKDAY,
} from './lineWords';

/* Days: the words that say them, and the days that the words mean. */

/** The current time, and the order of day and month. */
export interface DateContext {
  now: Date;
  /** The moment from which "in 20 minutes" counts. The default is `now`. */
  moment?: Date;
  /** Whether 3/4 is the third of April. */
  isDayFirst: () => boolean;
}

const DATED = String.raw`\d{1,2}(?:st|nd|rd|th|(?<!^\s*\d+)\.)?\s+(?:of\s+)?(?:${MONTH})\b\.?`;
const MONTH_DAY = String.raw`(?:(?:${MONTH})\.?\s+\d{1,2}(?:st|nd|rd|th)?|${DATED})(?:(?:,|,?\s+)20\d\d)?`;
const DOTTED = String.raw`\d{1,2}\.\d{1,2}\.(?:\s?20\d\d|\d\d)?|\d{1,2}\.\s\d{1,2}\.(?:\s?20\d\d)?`;
const NUMERIC = String.raw`20\d\d(?<separator>[-/.])\d\d\k<separator>\d\d|\d{1,2}-\d{1,2}-20\d\d|\d{1,2}\/\d{1,2}(?:\/(?:20)?\d\d)?|${DOTTED}`;
const DAY_AND_MONTH = String.raw`\d{1,2}\.(?:0?[1-9]|1[0-2])`;
/** Matches a weekday, but not the "sun" in "in the sun". */
const CLEAR_WEEKDAY = String.raw`(?<!\b(?:the|an?|my|our|your)\s+(?=s(?:at|un)\b))(?:${WEEKDAY})`;
const ON_WEEKDAY = String.raw`${CLEAR_WEEKDAY}\b\.?,?\s+`;

/** Matches "tomorrow", "in 3 days", "next week". */
export const RELATIVE_DAY = [
  String.raw`(?:the\s+)?day\s+after\s+tomorrow`,
  'today',
  'tomorrow',
  'tmrw?',
  String.raw`in\s+(?:${NUMBER})\s+(?:days?|weeks?|months?|years?)`,
  String.raw`(?:${NUMBER})\s+(?:days?|weeks?|months?|years?)\s+from\s+(?:now|today)`,
  String.raw`next\s+(?:week|month|year)`,
  String.raw`(?:this|next)\s+weekend`,
  String.raw`(?:at\s+)?(?:the\s+)?end\s+of\s+(?:the\s+|this\s+)?month`,
].join('|');

/** Matches "12 Dec", "24.12.", "3/4", "friday the 4th". */
export const DATE = String.raw`(?:${ON_WEEKDAY})?(?:${MONTH_DAY}|${NUMERIC})|${ON_WEEKDAY}(?:the\s+)?${ORDINAL}|${ON_WEEKDAY}${DAY_AND_MONTH}(?!\s?${CURRENCY})`;

/** Matches two numbers that may be a day, a time, a price or a version. */
export const DOTTED_NUMBER = String.raw`\d{1,2}\.\d{1,2}(?!\s?${CURRENCY})`;

/** Matches "friday", "next friday", "friday next week". */
export const NAMED_DAY = String.raw`(?:(?:this|next|coming)\s+)?${CLEAR_WEEKDAY}\b\.?(?:\s+next\s+week)?`;

/** Matches dates in other notations: "24-12-26", "24. 12", "20261224", "24-Dec-2026", "24. Dezember". */
const OTHER_DATE = [
  String.raw`\d{1,2}-\d{1,2}-\d\d|20\d\d(?:0\d|1[0-2])[0-3]\d`,
  String.raw`\d{1,2}\.\s\d{1,2}(?![\d.:])|\d{1,2}\s\.\s?\d{1,2}\.?`,
  String.raw`\d{1,2}[.-](?:${MONTH})\b\.?(?:-(?:20)?\d\d)?|(?:${MONTH})-\d{1,2}`,
  String.raw`\d{1,2}\.?\s*(?:januar|februar|märz|mai|juni|juli|okt(?:ober)?|dez(?:ember)?)\b\.?`,
].join('|');

/** Matches days that are not understood, so that a time next to them isn't put on another day. */
export const UNCLEAR_DAY = [
  OTHER_DATE,
  'yesterday',
  String.raw`(?:${NTH})\s+(?:${WEEKDAY}|day)\s+(?:of|in)\s+(?:(?:the|this|next|each|every)\s+)?(?:month|year|${MONTH})`,
  `(?:${WHOLE_WEEKDAY}|weekday|workday|weekend|morning|afternoon|evening|night)s`,
].join('|');

/**
 * Returns the day that these words mean, and perhaps a second day that they can mean. Returns undefined for a day that
 * has passed or doesn't exist, and an empty list for a date that contradicts its weekday.
 */
export function daysOf(phrase: string, { now, isDayFirst }: DateContext): LocalDay[] | undefined {
  const today = localDay(now);
  const words = phrase.toLowerCase().replaceAll(/\s+/g, ' ');
  if (/^\d+(?:st|nd|rd|th)$/.test(words)) return dayOfOrdinal(words, today);
  if (words.endsWith('day after tomorrow')) return [addDays(today, 2)];
  if (words === 'next week') return [mondayAfter(today)];
  if (words === 'next month') return [`${addMonths(today, 1).slice(0, 8)}01`];
  if (words === 'next year') return [`${Number(today.slice(0, 4)) + 1}-01-01`];
  const saturday = onWeekday(6, today);
  if (words === 'this weekend') return [weekdayOf(today) === 7 ? today : saturday];
  if (words === 'next weekend') return [addDays(saturday, weekdayOf(today) === 7 ? 0 : 7)];
  if (IS_NAMED.test(words)) return weekdayDays(words, now);
  const weekday = BEFORE_DATE.exec(words)?.[0];
  if (weekday !== undefined) {
    // "friday 24.12." contradicts itself unless December 24 is a Friday.
    const days = daysOf(words.slice(weekday.length).replace(/^the /, ''), { now, isDayFirst });
    return days?.filter((day) => weekdayOf(day) === weekdayNumber(weekday));
  }
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.?\s?(\d+)?$/.exec(words);
  if (dotted) return dayOfDotted(dotted, today);
  const plain = words
    .replace(/^(?:at )?(?:the )?end/, 'end')
    .replace('from today', 'from now')
    .replace(/^tmrw?$/, 'tomorrow')
    .replace(/,(?=20\d\d$)/, ', ')
    .replace(/^(20\d\d)[/.](\d\d)[/.]/, '$1-$2-')
    .replace(/^(\d\d?)-(\d\d?)-(?=20\d\d$)/, '$1/$2/')
    .replace(/(?<=\d)\./, '');
  // The British order is only for digits, because it would read "Dec 12" as December 2012.
  const chrono = /^\d{1,2}\//.test(plain) && isDayFirst() ? GB : casual;
  const [result] = chrono.parse(plain, browserDate(now), { forwardDate: true });
  const isWhole = result?.text.replace(/\W+$/, '') === plain.replace(/\W+$/, '');
  if (!result || !isWhole || result.end) return undefined;
  const { start } = result;
  const day = dayFrom(start.get('year'), start.get('month'), start.get('day'));
  return isLocalDay(day) && day >= today ? [day] : undefined;
}

const IS_NAMED = new RegExp(`^(?:(?:this|next|coming) )?(?:${WEEKDAY})\\.?(?: next week)?$`);

/** Matches the weekday in front of a date. */
const BEFORE_DATE = new RegExp(`^${ON_WEEKDAY}(?=[a-z0-9])`);

const dayFrom = (...parts: (number | null)[]): LocalDay =>
  parts.map((part) => String(part).padStart(2, '0')).join('-');

/** Returns the day of "24.12.", which is in day-first order everywhere. Without a year, returns the next such day. */
function dayOfDotted([, date, month, year]: RegExpExecArray, today: LocalDay) {
  const thisYear = Number(today.slice(0, 4));
  const years = year ? [Number(year.padStart(4, '20'))] : LEAP_YEARS.map((n) => thisYear + n);
  const days = years.map((each) => dayFrom(each, Number(month), Number(date)));
  const day = days.find((each) => isLocalDay(each) && each >= today);
  return day === undefined ? undefined : [day];
}

/** Years from now in which a date is looked for. At least one of them has a February 29. */
const LEAP_YEARS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/**
 * Returns the days that a weekday can mean, the likelier one first. "friday" is the next Friday, and on a Friday
 * perhaps today. "next friday" is one of the next two Fridays, and the Friday of next week is the likelier one.
 */
function weekdayDays(words: string, now: Date): LocalDay[] {
  const today = localDay(now);
  const name = new RegExp(WEEKDAY).exec(words)?.[0] ?? '';
  const weekday = weekdayNumber(name);
  const coming = onWeekday(weekday, addDays(today, 1));
  if (words.endsWith('next week')) return [onWeekday(weekday, mondayAfter(today))];
  if (words.startsWith('next ')) {
    const later = addDays(coming, 7);
    return coming >= mondayAfter(today) ? [coming, later] : [later, coming];
  }
  if (weekday !== weekdayOf(today)) return [coming];
  return words.startsWith('this ') ? [today] : [coming, today];
}

/** Returns the first day from `from` on that is this weekday. */
const onWeekday = (weekday: number, from: LocalDay): LocalDay =>
  addDays(from, (weekday - weekdayOf(from) + 7) % 7);

const mondayAfter = (day: LocalDay): LocalDay => onWeekday(1, addDays(day, 1));

/** Returns the next day with this day of the month: "the 15th". */
function dayOfOrdinal(ordinal: string, today: LocalDay): LocalDay[] | undefined {
  const date = Number.parseInt(ordinal, 10);
  if (date < 1 || date > 31) return undefined;
  for (let months = 0; months < 3; months++) {
    const month = addMonths(`${today.slice(0, 8)}01`, months);
    const day = `${month.slice(0, 8)}${String(date).padStart(2, '0')}`;
    if (day >= today && isLocalDay(day) && dayOfMonth(day) === date) return [day];
  }
  return undefined;
}

/** Matches "in 20 minutes", "in half an hour". */
export const SOON = String.raw`in\s+(?:(?:${NUMBER}|half\s+an)\s+|\d{1,3})(?:minutes?|mins?|m|hours?|hrs?|h)`;

/** Reads "in 20 minutes", up to half a day. "in 24 hours" is more often part of a title. */
export function soonAt(
  phrase: string,
  { now, moment = now }: DateContext,
): { day: LocalDay; minutes: number } | undefined {
  const start = casual.parse(phrase, moment)[0]?.start.date();
  if (!start || start.getTime() - moment.getTime() > SOON_MAX_MS) return undefined;
  return { day: localDay(start), minutes: minutesAfterMidnight(start) };
}

const SOON_MAX_MS = 12 * HOUR_MS;
