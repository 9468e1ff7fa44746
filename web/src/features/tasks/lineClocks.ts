import { MONTH } from './lineWords';

/* Times of the clock and parts of the day: what words say them, and what they mean together. */

/** A time of day, or a span of it, in minutes after midnight. A span that goes past midnight ends after 1,440. */
export interface TypedTime {
  from: number;
  to: number | null;
}

/** A time as it is typed. */
interface ClockTime {
  /** In minutes after midnight, as the digits say it. */
  minutes: number;
  /** Whether a clock shows it twice a day: "8", "8:30". */
  isTwiceADay: boolean;
  /** Whether it says AM or PM. */
  hasHalf: boolean;
}

/** A time in a line: "at 8", "3pm", "from 10 to 12". */
export interface Clock {
  from: ClockTime;
  to: ClockTime | null;
}

export type PartOfDay = keyof typeof PARTS;

/** For each part of the day the hour that people mean by it alone, and the first one that it can mean. */
const PARTS = {
  morning: { usual: 9, first: 1 },
  afternoon: { usual: 14, first: 12 },
  evening: { usual: 19, first: 16 },
  night: { usual: 21, first: 17 },
  tonight: { usual: 19, first: 17 },
};

/** Without a part of the day, an hour is one at which most people are awake. */
const FIRST_HOUR = 7;

/** Hours of the next day that still belong to an evening or a night. */
const NIGHT_ENDS = 6;

/** A span whose ends don't say AM or PM is at most this long: from 8 to 6. */
const SPAN_MAX_MINUTES = 10 * 60;

const HOUR = 60;
const HALF_DAY = 12 * HOUR;
const DAY = 24 * HOUR;

export const PART = 'morning|afternoon|evening|night';

const HALF = String.raw`\s?(?:a\.?m\b\.?|p\.?m\b\.?)`;
const AT = String.raw`(?:at\s+|@\s?)`;
const HOURS = String.raw`\d{1,2}(?:[:.]\d\d)?`;
const CLEAR = String.raw`(?:${HOURS}${HALF}|\d{1,2}:\d\d|\d{1,2}\s?o['’]clock)`;
/** Not "12 to 14 dec". */
const NO_MONTH = String.raw`(?!\s*(?:of\s+)?(?:${MONTH})\b)`;
const SPAN = (start: string, end: string) =>
  String.raw`${start}(?:\s*[-–]\s*|\s+(?:to|until|till)\s+)${end}${NO_MONTH}`;
const ANY = String.raw`(?:${HOURS}(?:${HALF})?|noon|midnight)`;

/** Says a time wherever it stands. */
export const CLOCK = [
  String.raw`from\s+${SPAN(ANY, ANY)}`,
  String.raw`(?:from\s+)?${SPAN(ANY, CLEAR)}`,
  SPAN(CLEAR, ANY),
  `${AT}?${CLEAR}`,
  String.raw`${AT}(?:noon|midnight|\d{1,2})`,
].join('|');

/** Says a time only beside a day: alone, these are numbers and names more often. */
export const CLOCK_BESIDE_DAY = [
  SPAN(ANY, ANY),
  String.raw`${AT}\d{1,2}\.\d[05]`,
  String.raw`\d{1,2}(?=\s+(?:in\s+the\s+(?:${PART})|at\s+night)\b)`,
  'noon|midnight',
].join('|');

/** The clock that these words say; undefined for what no clock shows. */
export function readClock(words: string): Clock | undefined {
  const [first = '', second] = words
    .replace(/^(?:at\s+|@\s?|from\s+)/i, '')
    .split(/\s*[-–]\s*|\s+(?:to|until|till)\s+/i);
  const from = readTime(first);
  const to = second === undefined ? null : readTime(second);
  if (!from || to === undefined) return undefined;
  const clock = { from, to };
  return timeOf(clock, null) && clock;
}

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
 * When a clock is, in the part of the day that is said beside it. From 1,440 minutes on it is on the next day: "tonight at
 * 1". Undefined for a span that is too long to be meant.
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

/** The first time from `earliest` on at which a clock with twelve hours shows this. */
const firstShown = ({ minutes }: ClockTime, earliest: number): number =>
  minutes + Math.ceil((earliest - minutes) / HALF_DAY) * HALF_DAY;

/** When people mean by a part of the day, in minutes after midnight. */
export const partMinutes = (part: PartOfDay): number => PARTS[part].usual * HOUR;

/** A clock that shows these minutes after midnight, whatever is said beside it. */
export const exactly = (minutes: number): Clock => ({
  from: { minutes, isTwiceADay: false, hasHalf: true },
  to: null,
});

/** The part of the day that a word says. */
export const partOf = (word: string): PartOfDay => word.toLowerCase() as PartOfDay;
