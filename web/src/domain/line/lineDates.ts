import { addDays, localDay, type LocalDay } from '../../lib/time/dates';
import {
  CLOCK,
  CLOCK_BESIDE_DAY,
  exactly,
  HOUR_BEHIND_PART,
  isInPart,
  PART,
  partOf,
  readClock,
  type Clock,
  type PartOfDay,
} from './lineClocks';
import {
  DATE,
  daysOf,
  DOTTED_NUMBER,
  NAMED_DAY,
  RELATIVE_DAY,
  SOON,
  soonAt,
  UNCLEAR_DAY,
  type DateContext,
} from './lineDays';
import type { RepeatPhrase } from './lineRepeats';
import { isBeforeCount, isBeforePrice, ORDINAL, wholeWords } from './lineWords';

/*
 * Each phrase that says when something happens consists of pieces: a day or a repeat, a part of the day, and a clock
 * time. The pieces are found one by one. Pieces that stand side by side, in any order, are one phrase.
 */

/** The meaning of a phrase that says when. */
export interface When {
  day: LocalDay | null;
  /** Both days that the phrase can mean, the earlier one first. */
  candidates?: readonly [LocalDay, LocalDay];
  part: PartOfDay | null;
  clock: Clock | null;
}

/** A phrase in a line that says when. */
export interface DatePhrase {
  start: number;
  end: number;
  /** The part of the phrase that is understood. */
  understood: { start: number; end: number };
  isDeadline: boolean;
  repeat: RepeatPhrase | null;
  when: When;
  /** The kind of phrase. A title allows each kind in different positions. */
  form: 'introduced' | 'relative' | 'weekday' | 'ambiguous' | 'date' | 'time' | 'every' | 'adverb';
}

/** A part of a phrase. A piece can be of several kinds: "tonight" is a day and a part of it. */
interface Piece {
  start: number;
  end: number;
  /** The word that introduces a deadline: "by" and the like. */
  due?: string | undefined;
  day?: DayPiece;
  part?: PartOfDay | undefined;
  clock?: Clock | undefined;
  repeat?: RepeatPhrase;
  /** The neighbor that the piece needs: "10-12" is a time only next to a day, "evening" only after one. */
  needs?: 'day' | 'day before' | 'part before' | 'day or clock' | undefined;
  /** The meaning of the piece after a day: "15.45" is a time there. */
  behindDay?: Piece;
}

interface DayPiece {
  kind: 'relative' | 'date' | 'weekday' | 'number';
  /**
   * The day that the words mean, and perhaps a second day that they can mean. Empty for a day that has passed or is not
   * understood.
   */
  days: readonly LocalDay[];
  /** The word before the day: "on", "starting", "from", "by" and the like. */
  introduction: string | undefined;
  /** Whether the word more often means something else: "the cat sat in the sun". */
  isOftenText?: boolean;
}

const DUE = String.raw`due\s+by|due\s+on|due|deadline|by|before|no\s+later\s+than`;
const ON = String.raw`(?:starting|beginning)(?:\s+(?:on|from))?|from|on`;

const oneOf = (...patterns: string[]): string => `(?:${patterns.join('|')})`;

const PIECE = wholeWords(
  oneOf(
    `(?<soon>${SOON})`,
    String.raw`(?:(?<due>${DUE})\s+)?${oneOf(
      `(?<clock>${CLOCK})`,
      `(?<beside>${CLOCK_BESIDE_DAY})|(?<hour>${HOUR_BEHIND_PART})`,
      String.raw`(?<todays>this\s+(?:${PART})|tonight)`,
      String.raw`(?:(?<on>${ON})\s+(?:the\s+)?)?${oneOf(
        `(?<unclear>${UNCLEAR_DAY})`,
        `(?<relative>${RELATIVE_DAY})`,
        `(?<date>${DATE})`,
        `(?<weekday>${NAMED_DAY})`,
        String.raw`(?:the\s+)?(?<ordinal>${ORDINAL})`,
        `(?<dotted>${DOTTED_NUMBER})`,
      )}`,
      String.raw`(?:in\s+the|at)\s+(?<within>${PART})`,
      `(?<part>${PART})`,
    )}`,
  ),
);

/**
 * Returns the phrases in a line that say when, wherever they stand. Phrases that mean a day before today are left out.
 * In `text`, the repeats are blanked out.
 */
export function findDates(
  text: string,
  repeats: readonly RepeatPhrase[],
  context: DateContext,
): DatePhrase[] {
  const pieces = [
    ...repeats.map((repeat): Piece => ({
      start: repeat.start,
      end: repeat.end,
      repeat,
      part: repeat.partOfDay,
    })),
    ...[...text.matchAll(PIECE)].flatMap((match) => piecesOf(match, text, context)),
  ].toSorted((a, b) => a.start - b.start);
  const phrases: Piece[][] = [];
  for (const piece of pieces) {
    const phrase = phrases.at(-1) ?? [];
    const joined = [piece.behindDay, piece].find((each) => each && isJoined(phrase, each, text));
    if (joined) phrase.push(joined);
    else phrases.push([piece]);
  }
  return phrases.flatMap((phrase) => phraseOf(phrase, context) ?? []);
}

/**
 * Returns the pieces of a match. "friday 3.12" is two pieces unless the next December 3 is a Friday.
 */
function piecesOf(match: RegExpExecArray, text: string, context: DateContext): Piece[] {
  const { 0: words, groups = {}, index } = match;
  const piece = pieceOf(match, text, context);
  const dotted = UNCLEAR_DATE.exec(groups.date ?? '')?.[0];
  if (dotted === undefined || (piece?.day && piece.day.days.length > 0))
    return piece ? [piece] : [];
  const weekday = groups.date?.slice(0, -dotted.length).trimEnd().replace(/,$/, '');
  const start = index + words.length - dotted.length;
  const end = index + words.slice(0, -dotted.length).trimEnd().replace(/,$/, '').length;
  const { due, on } = groups;
  const pieces = [
    dayPiece({ start: index, end, due }, { due, on, weekday }, text, context),
    dayPiece({ start, end: start + dotted.length }, { dotted }, text, context),
  ];
  return pieces.filter((each) => each !== undefined);
}

/** Matches the number of "friday 3.12", which has no period at its end. */
const UNCLEAR_DATE = new RegExp(`(?<=\\s)${DOTTED_NUMBER}$`);

function pieceOf(match: RegExpExecArray, text: string, context: DateContext): Piece | undefined {
  const { 0: words, groups = {}, index: start } = match;
  const { due, soon, clock, beside, hour, todays, within, part } = groups;
  const piece = { start, end: start + words.length, due };
  if (soon) {
    const at = soonAt(soon, context);
    return at && { ...piece, day: oneDay(at.day), clock: exactly(at.minutes) };
  }
  if (todays) {
    const day = oneDay(localDay(context.now));
    return { ...piece, day, part: partOf(todays.replace(/^this\s+/i, '')) };
  }
  if (within) return { ...piece, part: partOf(within), needs: 'day or clock' };
  if (part) return { ...piece, part: partOf(part), needs: 'day before' };
  const before = text.slice(0, start);
  if (hour) {
    const read = isBeforePrice(before) ? undefined : readClock(hour);
    return read && { ...piece, clock: read, needs: 'part before' };
  }
  const time = clock ?? beside;
  if (time !== undefined) {
    // Names and counts are not times: "High Noon", "pages 10-12", "chapters from 3 to 5".
    const isName = /^(?:\p{Lu}\p{Ll}|from|\d)/u.test(words) && isNamed(words, before);
    const read = isName ? undefined : readClock(time);
    // "24-12" in "24-12 9:00" is a day that is not understood.
    if (!read && /^\d{1,2}-\d{1,2}$/.test(time)) return { ...piece, day: NO_DAY };
    return read && { ...piece, clock: read, needs: beside ? 'day' : undefined };
  }
  return dayPiece(piece, groups, text, context);
}

const isNamed = (words: string, before: string): boolean =>
  /^(?:Noon|Midnight)/.test(words) ||
  (/[-–]|\bto\b/.test(words) &&
    (isBeforeCount(before) || (/\d\.\d/.test(words) && isBeforePrice(before))));

function dayPiece(
  piece: Piece,
  {
    due,
    on,
    unclear,
    relative,
    date,
    weekday,
    ordinal,
    dotted,
  }: Record<string, string | undefined>,
  text: string,
  context: DateContext,
): Piece | undefined {
  const introduction = due ?? on;
  const words = relative ?? date ?? weekday ?? ordinal ?? dotted;
  const days = (words !== undefined && daysOf(words, context)) || [];
  const kind = relative ? 'relative' : weekday ? 'weekday' : date ? 'date' : 'number';
  // "the 15th" and "15.4" can be anything without an "on" before them.
  const isClear = unclear === undefined && (introduction !== undefined || kind !== 'number');
  const isOftenText = /^(?:sat|sun)\.?$/i.test(weekday ?? '');
  const day: DayPiece = { kind, days: isClear ? days : [], introduction, isOftenText };
  if (dotted === undefined || introduction !== undefined) return { ...piece, day };
  const behindDay = isBeforePrice(text.slice(0, piece.start)) ? undefined : dottedClock(dotted);
  const found: Piece = days.length > 0 ? { ...piece, day } : { ...piece, needs: 'day before' };
  return { ...found, ...(behindDay && { behindDay: { ...piece, ...behindDay } }) };
}

/**
 * Returns the clock time that a dotted number can be after a day: "15.45". Times mostly end in a multiple of five
 * minutes, prices in .50 or .99. A time before 7:00, such as "3.20", needs a part of the day before it, unless it is a
 * quarter of an hour or has a leading zero.
 */
function dottedClock(dotted: string): Pick<Piece, 'clock' | 'needs'> | undefined {
  const clock = /\.(?:[0-4][05]|55)$/.test(dotted) ? readClock(dotted) : undefined;
  const hour = Number.parseInt(dotted, 10);
  if (!clock || hour > 23) return undefined;
  const isClear = hour >= 7 || /^0[1-6]|\.(?:00|15|30|45)$/.test(dotted);
  return { clock, needs: isClear ? 'day before' : 'part before' };
}

const oneDay = (day: LocalDay): DayPiece => ({
  kind: 'relative',
  days: [day],
  introduction: undefined,
});

/** Stands for a day that is not understood. */
const NO_DAY: DayPiece = { kind: 'date', days: [], introduction: undefined };

/** The kind of day that completes a rule: "every week on friday", "every month on the 15th". */
const COMPLETING = { day: null, week: 'weekday', month: 'number', year: 'date' } as const;

/** Whether a day next to a repeat says when the repeat begins, or completes its rule. */
const isOfRepeat = ({ rule }: RepeatPhrase, { kind, introduction = '' }: DayPiece): boolean =>
  /^(?:starting|beginning|from)/i.test(introduction) ||
  (kind === COMPLETING[rule.every] && rule.weekdays === undefined && rule.day === undefined);

const KINDS = ['day', 'repeat', 'part', 'clock'] as const;

const needsBefore = (piece: Piece | undefined): boolean =>
  piece?.needs === 'day before' || piece?.needs === 'part before';

const IN_PHRASE = /^(?:\s+|\s*,\s*)$/;

/** Matches what may stand between a day that is not understood and its time: "24.12 um 9:00". */
const IN_UNREAD = /^[\s,;:|/(–—-]*(?:\bum\b)?\s*$/;

/**
 * Whether a piece belongs to the phrase before it. The piece must stand next to the phrase and be the phrase's only
 * piece of its kind.
 */
function isJoined(phrase: readonly Piece[], piece: Piece, text: string): boolean {
  const last = phrase.at(-1);
  if (!last || piece.due || needsBefore(phrase[0])) return false;
  const gap = text.slice(last.end, piece.start);
  const isUnread = phrase.some(({ day }) => day?.days.length === 0);
  if (!(isUnread ? IN_UNREAD : IN_PHRASE).test(gap)) return false;
  const has = (kind: (typeof KINDS)[number]) => phrase.some((each) => each[kind]);
  if (piece.needs === 'day before' && (gap.includes(',') || !(has('day') || has('repeat'))))
    return false;
  if (piece.needs === 'part before' && !has('part')) return false;
  if (!KINDS.some((kind) => piece[kind]) || (piece.day && has('day'))) return false;
  if (piece.repeat && (has('day') || has('repeat'))) return false;
  return isUnread || (!(piece.part && has('part')) && !(piece.clock && has('clock')));
}

function formOf(day: DayPiece | undefined, isBare: boolean): DatePhrase['form'] {
  if (!day) return 'time';
  if (day.introduction !== undefined || day.kind === 'number') return 'introduced';
  return day.isOftenText && isBare ? 'ambiguous' : day.kind;
}

/**
 * Returns the phrase that the pieces make together, or undefined if they make none, for example because a piece is not
 * understood or lacks its neighbor.
 */
function phraseOf(pieces: readonly Piece[], { now }: DateContext): DatePhrase | undefined {
  const [first] = pieces;
  const dated = pieces.find(({ day }) => day);
  const { day } = dated ?? {};
  const repeat = pieces.find((piece) => piece.repeat)?.repeat ?? null;
  const clock = pieces.find((piece) => piece.clock)?.clock ?? null;
  const part = pieces.find((piece) => piece.part)?.part ?? null;
  if (!first || (day && day.days.length === 0)) return undefined;
  if (clock && part && !isInPart(clock, part)) return undefined;
  if (needsBefore(first) || (!day && !repeat && !clock)) return undefined;
  if (!day && !repeat && pieces.some(({ needs }) => needs === 'day')) return undefined;
  if (!repeat && /^from/i.test(day?.introduction ?? '')) return undefined;
  if (repeat && day && !isOfRepeat(repeat, day)) return undefined;
  const { start } = first;
  const end = pieces.at(-1)?.end ?? start;
  const [meant = null, other] = day?.days ?? [];
  const candidates =
    meant === null || other === undefined
      ? undefined
      : ([meant, other].toSorted() as [LocalDay, LocalDay]);
  const isBare = !clock && !part;
  const form = repeat ? (repeat.isEvery ? 'every' : 'adverb') : formOf(day, isBare);
  const phrase = {
    start,
    end,
    understood: { start, end },
    isDeadline: false,
    repeat,
    form,
  } as const;
  if (first.due === undefined)
    return { ...phrase, when: { day: meant, ...(candidates && { candidates }), part, clock } };
  // A deadline is a day, so a time of day stays in the title.
  if (!dated || meant === null) return undefined;
  const isDayBefore = /^before$/i.test(first.due) && isBare;
  const deadline = isDayBefore ? addDays(meant, -1) : meant;
  if (deadline < localDay(now)) return undefined;
  const when = { day: deadline, ...(candidates && !isDayBefore && { candidates }) };
  return {
    ...phrase,
    form: 'introduced',
    understood: { start: dated.start, end: dated.end },
    isDeadline: true,
    when: { ...when, part: null, clock: null },
  };
}
