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
} from '../../lib/dates';
import { MONTH, NUMBER, WEEKDAY, wholeWords } from './lineWords';

/** A time of day, or a span of it, in minutes after midnight. */
export interface TypedTime {
  from: number;
  to: number | null;
}

/** What a phrase says about when: the day, the time of day, or both. */
export interface When {
  day: LocalDay | null;
  /** Both days that the phrase can mean, the earlier one first. */
  candidates?: readonly [LocalDay, LocalDay];
  time: TypedTime | null;
}

/** A phrase in a line that says when. */
export interface DatePhrase {
  start: number;
  end: number;
  kind: 'when' | 'deadline';
  when: When;
  /** What it consists of: where it may stand in a title depends on it. */
  form: 'introduced' | 'relative' | 'weekday' | 'ambiguous' | 'date' | 'time';
  /** The part of it that is understood. */
  said: { start: number; end: number };
}

export interface DateContext {
  now: Date;
  /** Whether 3/4 is the third of April. */
  isDayFirst: () => boolean;
}

const MONTH_DAY = String.raw`(?:(?:${MONTH})\.?\s+\d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:${MONTH})\b\.?)(?:,?\s+20\d\d)?`;
const ORDINAL = String.raw`\d{1,2}(?:st|nd|rd|th)`;
const RELATIVE = [
  String.raw`(?:the\s+)?day\s+after\s+tomorrow`,
  'today',
  'tonight',
  'tomorrow',
  'tmrw?',
  String.raw`in\s+(?:${NUMBER})\s+(?:days?|weeks?|months?|years?)`,
  String.raw`(?:${NUMBER})\s+(?:days?|weeks?|months?|years?)\s+from\s+(?:now|today)`,
  String.raw`next\s+(?:week|month|year)`,
  String.raw`(?:this|next)\s+weekend`,
  String.raw`(?:at\s+)?(?:the\s+)?end\s+of\s+(?:the\s+|this\s+)?month`,
].join('|');
const NUMERIC = String.raw`20\d\d-\d\d-\d\d|\d{1,2}\/\d{1,2}(?:\/(?:20)?\d\d)?|\d{1,2}\.\d{1,2}\.20\d\d`;
const NAMED = String.raw`(?:(?:this|next|coming)\s+)?(?:${WEEKDAY})\b\.?(?:\s+next\s+week)?`;

const HALF = String.raw`\s?(?:a\.?m\b\.?|p\.?m\b\.?)`;
const CLOCK = String.raw`(?:\d{1,2}(?:[:.]\d\d)?${HALF}|\d{1,2}:\d\d)`;
const RANGE = String.raw`(?:from\s+)?\d{1,2}(?:[:.]\d\d)?(?:${HALF})?\s*(?:-|–|to)\s*${CLOCK}`;
const AT = String.raw`(?:at\s+|@\s?)`;
const TIME = String.raw`(?:${RANGE}|${AT}?${CLOCK}|${AT}(?:noon|midnight|\d{1,2}))`;
const PART = '(?:morning|afternoon|evening|night)';
const SOON = String.raw`in\s+(?:(?:${NUMBER}|half\s+an)\s+|\d{1,3})(?:minutes?|mins?|m|hours?|hrs?|h)`;

const DATE = String.raw`(?:(?<relative>${RELATIVE})|(?<date>(?:(?:${WEEKDAY})\b\.?,?\s+)?(?:${MONTH_DAY})|${NUMERIC})|(?<weekday>${NAMED}))`;
const DATE_AGAIN = DATE.replaceAll('?<', '?<other_');

const PHRASE = wholeWords(
  String.raw`(?:(?<due>due\s+by|due\s+on|due|deadline|by|before|no\s+later\s+than)\s+)?(?:(?<on>on|starting|starting\s+on|starting\s+from)\s+(?:the\s+)?)?(?:(?:${DATE}|(?:the\s+)?(?<ordinal>${ORDINAL}))(?:,?\s+(?<time>${TIME}|noon)|\s+(?<part>${PART}))?|(?<first>${TIME}|noon)\s+(?:on\s+)?${DATE_AGAIN}|this\s+(?<todays>${PART})|(?<soon>${SOON})|(?<alone>${TIME}))`,
);

/** The hours that people mean by a part of the day. */
const PARTS: Record<string, number> = { morning: 9, afternoon: 14, evening: 19, night: 21 };

/**
 * The phrases in a line that say when, whatever their place in it. None of them says a day before today. chrono finds
 * the dates; which words are a date at all, and which of several days they mean, is decided here.
 */
export function findDates(text: string, context: DateContext): DatePhrase[] {
  return [...text.matchAll(PHRASE)].flatMap((match) => {
    const phrase = datePhrase(match, context);
    return phrase ? [phrase] : [];
  });
}

function datePhrase(match: RegExpExecArray, context: DateContext): DatePhrase | undefined {
  const { 0: phrase, groups = {}, index: start } = match;
  const { due, on, ordinal, part, todays, soon, alone, time, first } = groups;
  const said = { start, end: start + phrase.length };
  const isIntroduced = due !== undefined || on !== undefined;
  const typedTime = time ?? first ?? alone;
  const isTonight = /^tonight$/i.test(groups.relative ?? '');
  const clock = typedTime === undefined ? null : timeOf(typedTime, isTonight);
  if (soon || alone) {
    const when = soon ? soonTime(soon, context) : clock && { day: null, time: clock };
    // A deadline is a day, not a time of day.
    return when && !isIntroduced ? { ...said, said, kind: 'when', when, form: 'time' } : undefined;
  }
  const relative = groups.relative ?? groups.other_relative;
  const weekday = groups.weekday ?? groups.other_weekday;
  const date = groups.date ?? groups.other_date;
  const words = relative ?? weekday ?? date ?? ordinal ?? '';
  const today = localDay(context.now);
  const [day, other] = (todays ? [today] : daysOf(words, context)) ?? [];
  // "the 15th" by itself can be anything.
  if (day === undefined || clock === undefined || (ordinal && !isIntroduced)) return undefined;
  const isBare = typedTime === undefined && part === undefined;
  const form = isIntroduced
    ? 'introduced'
    : weekday
      ? isBare && isAmbiguous(weekday)
        ? 'ambiguous'
        : 'weekday'
      : date
        ? 'date'
        : 'relative';
  const candidates =
    other === undefined ? undefined : ([day, other].toSorted() as [string, string]);
  if (due) {
    const isBefore = /^before$/i.test(due);
    const deadline = isBefore ? addDays(day, -1) : day;
    const when = { day: deadline, ...(candidates && !isBefore && { candidates }), time: null };
    // A deadline has no time of day: that stays in the title.
    const at = start + phrase.indexOf(words);
    const withoutTime = { start: first === undefined ? start : at, end: at + words.length };
    return deadline < today
      ? undefined
      : { ...said, said: isBare ? said : withoutTime, kind: 'deadline', when, form };
  }
  const partOfDay = part ?? todays ?? (isTonight ? 'evening' : undefined);
  const partsTime = partOfDay === undefined ? null : partTime(partOfDay, day, context.now);
  const when = { day, ...(candidates && { candidates }), time: clock ?? partsTime };
  return { ...said, said, kind: 'when', when, form };
}

/** Words that are more often something else: the cat sat in the sun. */
const isAmbiguous = (weekday: string): boolean => /^(?:sat|sun)\.?$/i.test(weekday);

/** The day that a phrase means, and the other one that it can mean. Undefined for one that has passed, or is none. */
function daysOf(phrase: string, { now, isDayFirst }: DateContext): LocalDay[] | undefined {
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
  const isWeekday = new RegExp(
    `^(?:(?:this|next|coming) )?(?:${WEEKDAY})\\.?(?: next week)?$`,
  ).test(words);
  if (isWeekday) return weekdayDays(words, now);
  const plain = words
    .replace(/^(?:at )?(?:the )?end/, 'end')
    .replace('from today', 'from now')
    .replace(/^tmrw?$/, 'tomorrow')
    .replace('tonight', 'today');
  // The British order is only for digits: it would read "Dec 12" as December 2012.
  const chrono = /^\d+[/.]/.test(plain) && isDayFirst() ? GB : casual;
  const [result] = chrono.parse(plain, browserDate(now), { forwardDate: true });
  const isWhole = result?.text.replace(/\W+$/, '') === plain.replace(/\W+$/, '');
  if (!result || !isWhole || result.end) return undefined;
  const { start } = result;
  const [year, month, date] = [start.get('year'), start.get('month'), start.get('day')];
  const day = [year, month, date].map((n) => String(n).padStart(2, '0')).join('-');
  return isLocalDay(day) && day >= today ? [day] : undefined;
}

/** "friday": the next one, "next friday": that of the next week. Said on or shortly before such a day, both are shown. */
function weekdayDays(words: string, now: Date): LocalDay[] {
  const today = localDay(now);
  const name = new RegExp(WEEKDAY).exec(words)?.[0] ?? '';
  const found = casual.parse(name === 'tues' ? 'tuesday' : name, now, { forwardDate: true })[0];
  const weekday = found?.start.get('weekday') || 7;
  const coming = onWeekday(weekday, addDays(today, 1));
  if (words.endsWith('next week')) return [onWeekday(weekday, mondayAfter(today))];
  if (words.startsWith('next ')) {
    const later = addDays(coming, 7);
    return coming >= mondayAfter(today) ? [coming, later] : [later, coming];
  }
  if (weekday !== weekdayOf(today)) return [coming];
  return words.startsWith('this ') ? [today] : [coming, today];
}

/** The first day from `from` on that is this weekday. */
const onWeekday = (weekday: number, from: LocalDay): LocalDay =>
  addDays(from, (weekday - weekdayOf(from) + 7) % 7);

const mondayAfter = (day: LocalDay): LocalDay => onWeekday(1, addDays(day, 1));

/** "the 15th": the next one. */
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

/** "in 20 minutes", up to half a day: "in 24 hours" is more often a title's. */
function soonTime(phrase: string, { now }: DateContext): When | undefined {
  const start = casual.parse(phrase, now)[0]?.start.date();
  if (!start || start.getTime() - now.getTime() > SOON_MAX_MS) return undefined;
  return { day: localDay(start), time: { from: minutesAfterMidnight(start), to: null } };
}

const SOON_MAX_MS = 12 * 3_600_000;

const TIME_PARTS = new RegExp(String.raw`^(\d{1,2})(?:[:.](\d\d))?(?:\s?([ap])\.?m\.?)?$`, 'i');

/**
 * "3pm", "at 15:00", "3-4pm". An hour without AM or PM is one that most people are awake at: 1 to 6 are in the
 * afternoon. Undefined for what is no time of a clock.
 */
function timeOf(phrase: string, isEvening: boolean): TypedTime | undefined {
  const [first = '', second] = phrase
    .replace(/^(?:at\s+|@\s?|from\s+)/i, '')
    .split(/\s*(?:-|–|\bto\b)\s*/i);
  const to = second === undefined ? undefined : clockMinutes(second);
  if (second !== undefined && to === undefined) return undefined;
  const half = /[ap](?=\.?m\.?$)/i.exec(second ?? '')?.[0];
  let from = clockMinutes(first);
  if (from === undefined) return undefined;
  // "tonight at 8"
  const isMorning = from < 12 * 60 && !/[ap]\.?m\.?$/i.test(first);
  if (to === undefined) return { from: isEvening && isMorning ? from + 12 * 60 : from, to: null };
  if (half && !/m\.?$/i.test(first)) {
    // "3-4pm" begins at 3 PM, "11-1pm" at 11 AM.
    const same = clockMinutes(`${first}${half}m`);
    const other = clockMinutes(`${first}${half.toLowerCase() === 'p' ? 'a' : 'p'}m`);
    from = same !== undefined && same < to ? same : (other ?? from);
  }
  return from < to ? { from, to } : undefined;
}

function clockMinutes(clock: string): number | undefined {
  if (/^noon$/i.test(clock)) return 12 * 60;
  if (/^midnight$/i.test(clock)) return 0;
  const [, digits = '', minutes = '0', half] = TIME_PARTS.exec(clock.trim()) ?? [];
  const hour = Number(digits);
  if (digits === '' || Number(minutes) > 59) return undefined;
  if (half) {
    if (hour < 1 || hour > 12) return undefined;
    const isAfternoon = half.toLowerCase() === 'p';
    return ((hour % 12) + (isAfternoon ? 12 : 0)) * 60 + Number(minutes);
  }
  if (hour > 23) return undefined;
  const isAfternoon = hour >= 1 && hour <= 6 && !digits.startsWith('0');
  const total = (hour + (isAfternoon ? 12 : 0)) * 60 + Number(minutes);
  return total;
}

/** When people mean by a part of the day, in minutes after midnight. */
export const partMinutes = (part: string): number => (PARTS[part.toLowerCase()] ?? 0) * 60;

/** When a part of the day is, unless it has passed. */
function partTime(part: string, day: LocalDay, now: Date): TypedTime | null {
  const from = partMinutes(part);
  const hasPassed = day === localDay(now) && from <= minutesAfterMidnight(now);
  return hasPassed ? null : { from, to: null };
}
