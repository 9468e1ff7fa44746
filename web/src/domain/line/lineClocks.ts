import { MONTH } from './lineWords';

/* Clock times and parts of the day: the words that say them, and what they mean together. */

/** A time of day, or a span of time, in minutes after midnight. A span that goes past midnight ends after 1,440. */
export interface TypedTime {
  from: number;
  to: number | null;
}

/** A time as it is typed. */
interface ClockTime {
  /** The time in minutes after midnight. "8" is 8:00 here, even if it can mean 20:00. */
  minutes: number;
  /** Whether a 12-hour clock shows the time twice a day: "8", "8:30". */
  isTwiceADay: boolean;
  /** Whether the words say AM or PM. */
  hasHalf: boolean;
}

/** A time in a line: "at 8", "3pm", "from 10 to 12". */
export interface Clock {
  from: ClockTime;
  to: ClockTime | null;
}

export type PartOfDay = keyof typeof PARTS;

/** The hour that a part of the day alone means (`usual`), and the first and last hour that it can mean. */
const PARTS = {
  morning: { usual: 9, first: 1, last: 12 },
  afternoon: { usual: 14, first: 12, last: 20 },
  evening: { usual: 19, first: 16, last: 25 },
  night: { usual: 21, first: 17, last: 30 },
  tonight: { usual: 19, first: 17, last: 30 },
};

/** The first hour that a number without a part of the day can mean, because most people are awake by then. */
const FIRST_HOUR = 7;

/** Hour of the next day until which a time still belongs to an evening or a night. */
const NIGHT_ENDS = 6;

/** Longest span whose ends don't say AM or PM, in minutes: from 8 to 6. */
const SPAN_MAX_MINUTES = 10 * 60;

const HOUR = 60;
const HALF_DAY = 12 * HOUR;
const DAY = 24 * HOUR;

export const PART = 'morning|afternoon|evening|night';

const HALF = String.raw`\s?(?:a\.?m\b\.?|p\.?m\b\.?)`;
const AT = String.raw`(?:at\s+|@\s?)`;
const HOURS = String.raw`\d{1,2}(?:[:.]\d\d)?`;
const CLEAR = String.raw`(?:${HOURS}${HALF}|\d{1,2}:\d\d|\d{1,2}\s?o['’]clock)`;
/** Rules out a following month: "12 to 14 dec". */
const NO_MONTH = String.raw`(?!\s*(?:of\s+)?(?:${MONTH})\b)`;
const SPAN = (start: string, end: string) =>
  String.raw`${start}(?:\s*[-–]\s*|\s+(?:to|until|till)\s+)${end}${NO_MONTH}`;
const ANY = String.raw`(?:${HOURS}(?:${HALF})?|noon|midnight)`;

const HOUR_WORDS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const HOUR_WORD = HOUR_WORDS.join('|');
const SPOKEN = String.raw`(?:(?:half|(?:a\s+)?quarter|five|ten|twenty|5|10|20|25)\s+past|(?:a\s+)?quarter\s+to)\s+(?:\d{1,2}|${HOUR_WORD})`;

/** Matches words that say a time wherever they stand. */
export const CLOCK = [
  String.raw`from\s+${SPAN(ANY, ANY)}`,
  String.raw`(?:from\s+)?${SPAN(ANY, CLEAR)}`,
  SPAN(CLEAR, ANY),
  `${AT}?${CLEAR}`,
  `${AT}${SPOKEN}`,
  String.raw`${AT}(?:noon|midnight|\d{1,2})`,
].join('|');

/** Matches words that say a time only next to a day. Alone, such words are more often numbers and names. */
export const CLOCK_BESIDE_DAY = [
  SPAN(ANY, ANY),
  String.raw`${AT}\d{1,2}\.\d[05]`,
  String.raw`\d{1,2}(?=\s+(?:in\s+the\s+(?:${PART})|at\s+night)\b)`,
  `${SPOKEN}|${AT}(?:${HOUR_WORD})`,
  'noon|midnight',
].join('|');

/**
 * Matches an hour right after a part of the day, or after a repeat with one: "tonight 11", but not "tonight 11 guests".
 */
export const HOUR_BEHIND_PART = String.raw`(?:(?<=(?:\b(?:evening|night|tonight)|\u0001)\s+)(?:[4-9]|1\d|2[0-3])|(?<=\b(?:morning|afternoon)\s+)1?\d)(?!\s*[\p{L}\p{N}€$£¥%&/+–-])`;

/**
 * Matches words that say a time, even one that is not understood: "after 7", "at half 8". Doesn't match "look at 3
 * houses".
 */
export const TIMELY_WORDS = String.raw`\d{1,2}-?ish|(?:at|after|before|until|till?|around|about|by|from|between|past|half)\s+(?:half\s+|quarter\s+)?(?:(?:[01]?\d|2[0-4])(?:[:.]\d\d)?(?:${HALF})?|noon|midnight|${HOUR_WORD})(?:-?ish)?(?=\W*$|\s*[^\s\p{L}\p{N}]|\s+(?:or|and|to|past|with|at|in|on|for|until|till?)\b)`;

/** Returns the clock time that these words mean, or undefined if they mean none, such as "at 25". */
export function readClock(words: string): Clock | undefined {
  const spoken = readSpoken(words.replace(/^(?:at\s+|@\s?)/i, ''));
  if (spoken) return spoken;
  const [first = '', second] = words
    .replace(/^(?:at\s+|@\s?|from\s+)/i, '')
    .split(/\s*[-–]\s*|\s+(?:to|until|till)\s+/i);
  const from = readTime(first);
  const to = second === undefined ? null : readTime(second);
  if (!from || to === undefined) return undefined;
  const clock = { from, to };
  return timeOf(clock, null) && clock;
}

/** Reads "half past 7", "a quarter to eight" and "eight". */
function readSpoken(words: string): Clock | undefined {
  const [, offset, way, word = ''] =
    /^(?:(?:a\s+)?(half|quarter|[a-z]+|\d+)\s+(past|to)\s+)?(\d{1,2}|[a-z]+)$/i.exec(words) ?? [];
  const hour = /^\d/.test(word) ? Number(word) : HOUR_WORDS.indexOf(word.toLowerCase()) + 1;
  if (way?.toLowerCase() === 'to' && !/^quarter$/i.test(offset ?? '')) return undefined;
  if (hour < 1 || hour > 23 || (offset === undefined && /^\d/.test(word))) return undefined;
  const beside = offset === undefined ? 0 : minutesOf(offset.toLowerCase());
  if (beside === undefined) return undefined;
  const minutes = hour * HOUR + (way?.toLowerCase() === 'to' ? -beside : beside);
  return { from: { minutes, isTwiceADay: hour <= 12, hasHalf: false }, to: null };
}

const SPOKEN_MINUTES: Record<string, number> = {
  half: 30,
  quarter: 15,
  five: 5,
  ten: 10,
  twenty: 20,
};

const minutesOf = (word: string): number | undefined =>
  /^\d/.test(word) ? Number(word) : SPOKEN_MINUTES[word];

function readTime(words: string): ClockTime | undefined {
  if (/^noon$/i.test(words)) return { minutes: HALF_DAY, isTwiceADay: false, hasHalf: false };
  if (/^midnight$/i.test(words)) return { minutes: 0, isTwiceADay: false, hasHalf: false };
  const [, digits = '', minute = '0', half = ''] =
    /^(\d{1,2})(?:[:.](\d\d))?(?:\s?(?:([ap])\.?m\.?|o['’]clock))?$/i.exec(words.trim()) ?? [];
  const hour = Number(digits);
  const isAfternoon = half.toLowerCase() === 'p';
  if (digits === '' || Number(minute) > 59 || hour * HOUR + Number(minute) > DAY) return undefined;
  if (half && (hour === 0 || (hour > 12 && !isAfternoon))) return undefined;
  const hasTwelve = half !== '' && hour <= 12;
  const minutes = (hasTwelve ? (hour % 12) + (isAfternoon ? 12 : 0) : hour) * HOUR + Number(minute);
  return {
    minutes,
    isTwiceADay: half === '' && hour >= 1 && hour <= 12 && !digits.startsWith('0'),
    hasHalf: half !== '',
  };
}

/**
 * Returns the time that a clock time means in this part of the day. A result of 1,440 minutes or more is on the next
 * day: "tonight at 1". Returns undefined for a span that is too long to be meant.
 */
export function timeOf({ from, to }: Clock, part: PartOfDay | null): TypedTime | undefined {
  const first = (part ? PARTS[part].first : FIRST_HOUR) * HOUR;
  const isLate = first > HALF_DAY;
  const alone = from.isTwiceADay
    ? firstShown(from, first)
    : from.minutes + (isLate && from.minutes < NIGHT_ENDS * HOUR ? DAY : 0);
  if (!to) return { from: alone, to: null };
  if (to.isTwiceADay) {
    const end = firstShown(to, alone + 1);
    return end - alone <= SPAN_MAX_MINUTES ? { from: alone, to: end } : undefined;
  }
  // "3-4pm" begins at 3 PM, "11-1pm" at 11 AM, "9-17" at 9.
  const start = from.isTwiceADay
    ? to.hasHalf
      ? (firstShown(from, to.minutes - HALF_DAY) + DAY) % DAY
      : from.minutes
    : alone;
  const end = to.minutes > start ? to.minutes : to.minutes + DAY;
  return end - start <= HALF_DAY ? { from: start, to: end } : undefined;
}

/** Whether a clock time can be in a part of the day. In "saturday afternoon at 11", 11 can't be in the afternoon. */
export function isInPart(clock: Clock, part: PartOfDay): boolean {
  const time = timeOf(clock, part);
  const { first, last } = PARTS[part];
  const earliest = part === 'morning' ? 0 : first * HOUR;
  return time !== undefined && time.from >= earliest && time.from <= last * HOUR;
}

/** Returns the first time from `earliest` on at which a 12-hour clock shows this clock time. */
const firstShown = ({ minutes }: ClockTime, earliest: number): number =>
  minutes + Math.ceil((earliest - minutes) / HALF_DAY) * HALF_DAY;

/** Returns the time that a part of the day alone means, in minutes after midnight. */
export const partMinutes = (part: PartOfDay): number => PARTS[part].usual * HOUR;

/** Returns a clock time of exactly these minutes after midnight, whatever part of the day is next to it. */
export const exactly = (minutes: number): Clock => ({
  from: { minutes, isTwiceADay: false, hasHalf: true },
  to: null,
});

/** Returns the part of the day that a word names. */
export const partOf = (word: string): PartOfDay => word.toLowerCase() as PartOfDay;
