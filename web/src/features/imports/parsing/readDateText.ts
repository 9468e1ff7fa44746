import { dayAfter, firstDay, nextDay, type Repeat } from '@daymark/contract/repeats/repeat';
import { casual } from 'chrono-node/en';
import { ruleOn } from '../../../domain/line/ruleOn';
import { isLocalDay, type LocalDay } from '../../../lib/time/dates';
import { partMinutes } from '../../../domain/line/lineClocks';
import { findRepeats } from '../../../domain/line/lineRepeats';
import { clockOfDay, type Zone } from '@daymark/contract/time/zone';

/** The day, time and repeat that a text describes. */
interface DateText {
  day: LocalDay;
  /** Minutes after midnight; null without a time. */
  minutes: number | null;
  repeat: Repeat | null;
}

/** Phrases with which Todoist counts the weekdays of a month, which our rules can't do. */
const NTH_WEEKDAY =
  /\b(?:1st|2nd|3rd|4th|5th|first|second|third|fourth|fifth|last)\s+(?:mon|tue|wed|thu|fri|sat|sun|day|week|work)/i;

/** In a numeric date, month and day can't be told apart. */
const NUMERIC = /\d[/.]\d/;

/** The longest text that is read, in characters. Dates and repeats are shorter. */
const LENGTH_MAX = 200;

/**
 * Reads an English text like Todoist's: "4 Jan", "tomorrow 18:00", "every! 3 days", "every mon, thu at 9am". Returns
 * undefined unless the whole text is understood and our rules can express it.
 */
export function readDateText(text: string, now: Date, zone: Zone): DateText | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  const words = text.trim().replaceAll(/\s+/g, ' ');
  const [phrase, another] = findRepeats(words);
  if (!phrase) return /\bev(?:ery|\b)/i.test(words) ? undefined : readDate(words, now, zone);
  if (another || phrase.start > 0 || NTH_WEEKDAY.test(words)) return undefined;
  const { day: today } = dayAndMinutes(now, zone);
  const rest = words
    .slice(phrase.end)
    .trim()
    .replace(/^(?:starting|from)\s+(?:on\s+)?/i, '');
  const partOfDay = phrase.partOfDay === undefined ? null : partMinutes(phrase.partOfDay);
  const read = rest === '' ? { day: today, minutes: partOfDay } : readDate(rest, now, zone);
  if (!read) return undefined;
  const { rule, month } = phrase;
  const start = month === undefined ? read.day : onMonth(month, rule.day ?? 1, read.day);
  const dated = ruleOn(rule, start);
  return { day: currentDay(dated, start, today), minutes: read.minutes, repeat: dated };
}

/** Returns the first day of a rule that is today or later. The rule began on the day `start`. */
export function currentDay(rule: Repeat, start: LocalDay, today: LocalDay): LocalDay {
  const first = firstDay(rule, start);
  if (first >= today) return first;
  if (rule.from === 'completion') return today;
  const yesterday = dayAfter(today, -1) ?? today;
  return nextDay(rule, first, yesterday) ?? today;
}

/**
 * Returns the first day on or after `from` with the given month and date. Returns `from` if there is no such day within
 * four years.
 */
function onMonth(month: number, date: number, from: LocalDay): LocalDay {
  const year = Number(from.slice(0, 4));
  const pad = (n: number) => String(n).padStart(2, '0');
  const days = [0, 1, 2, 3, 4].map((later) => `${year + later}-${pad(month)}-${pad(date)}`);
  return days.find((day) => day >= from && isLocalDay(day)) ?? from;
}

const dayAndMinutes = (date: Date, zone: Zone) => ({
  day: zone.dayAt(date.getTime()),
  minutes: zone.minutesAt(date.getTime()),
});

function readDate(words: string, now: Date, zone: Zone): DateText | undefined {
  const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?)?(Z)?$/i.exec(words);
  if (iso) {
    const [, day = '', hour, minute, utc] = iso;
    if (!isLocalDay(day)) return undefined;
    if (hour === undefined) return { day, minutes: null, repeat: null };
    if (!utc) return { day, minutes: Number(hour) * 60 + Number(minute), repeat: null };
    const ms = clockOfDay(day, Number(hour) * 60 + Number(minute));
    return { day: zone.dayAt(ms), minutes: zone.minutesAt(ms), repeat: null };
  }
  if (NUMERIC.test(words)) return undefined;
  // chrono gets the zone's clock time as UTC.
  const today = dayAndMinutes(now, zone);
  const reference = new Date(clockOfDay(today.day, today.minutes));
  const [result, another] = casual.parse(words, { instant: reference, timezone: 0 });
  const isWhole =
    result?.text.trim().length === words.replace(/^(?:on|at) /i, '').length ||
    result?.text.trim().length === words.length;
  if (!result || another || result.end || !isWhole) return undefined;
  const { start } = result;
  const [year, month, date] = [start.get('year'), start.get('month'), start.get('day')];
  const day = [
    String(year).padStart(4, '0'),
    ...[month, date].map((n) => String(n).padStart(2, '0')),
  ].join('-');
  if (!isLocalDay(day)) return undefined;
  const hasTime = start.isCertain('hour');
  const minutes = hasTime ? (start.get('hour') ?? 0) * 60 + (start.get('minute') ?? 0) : null;
  return { day, minutes, repeat: null };
}
