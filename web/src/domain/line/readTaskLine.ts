import { firstDay, type Repeat } from '@daymark/contract/repeats/repeat';
import { TASK_TITLE_MAX } from '@daymark/contract/task';
import { ruleOn } from './ruleOn';
import {
  addDays,
  localDay,
  minutesAfterMidnight,
  personsDay,
  timeOnDay,
  type LocalDay,
} from '../../lib/time/dates';
import { isInPart, partMinutes, timeOf, TIMELY_WORDS, type TypedTime } from './lineClocks';
import { plainName } from './lineCategories';
import { findDates, type DatePhrase, type When } from './lineDates';
import { findEstimates, findMarkedEstimates, type EstimatePhrase } from './lineEstimates';
import { findRepeats, isDayOfRule, isRuleUnclear } from './lineRepeats';
import {
  CURRENCY,
  isBeforeCount,
  isBeforePrice,
  MONTH,
  ORDINAL,
  WEEKDAY,
  wholeWords,
} from './lineWords';
import {
  keyOfReading,
  type LineCategory,
  type LineContext,
  type Reading,
  type TaskLine,
} from './taskLine';

/** A stretch of the line. */
interface Span {
  start: number;
  end: number;
}

/** A reading that was found, perhaps in a position where people don't put such words. */
interface Candidate extends Span {
  reading: Reading;
  form: DatePhrase['form'] | 'marked' | 'estimate' | 'flag';
}

/**
 * At most this many characters of a line are read, because a title can't be longer. The rest of the line stays text.
 */
const READ_MAX = TASK_TITLE_MAX;

/**
 * A letter that stands for the rest of a longer line. With this letter, nothing is read as if it were at the line's
 * end.
 */
const REST = 'x';

/**
 * Reads a line of text as a task: its day and time, deadline, estimate, repeat, category and priority. Marks such as
 * "#work" and "~1h" count anywhere. Other words count at the line's end, at its beginning, before a pause, or if a word
 * like "by" introduces them. Quoted text, links and readings that were taken back stay text. If no title would be left,
 * everything stays text.
 */
export function readTaskLine(line: string, asked: LineContext): TaskLine {
  const context = { ...asked, now: withinPersonsDay(asked.now), moment: asked.now };
  const rest = line.trimEnd().slice(READ_MAX);
  const read = readStart(line.slice(0, READ_MAX) + (rest && REST), context);
  return rest === '' ? read : { ...read, title: read.title.slice(0, -REST.length) + rest };
}

/** Returns the last minute of the person's day if that day goes on after midnight, and otherwise the moment itself. */
function withinPersonsDay(now: Date): Date {
  const day = personsDay(now);
  return day === localDay(now) ? now : timeOnDay(day, DAY_MINUTES - 1);
}

function readStart(text: string, context: LineContext): TaskLine {
  const takenBack = spansTakenBack(text, context.asText);
  const open = cover(text, [...textSpans(text), ...takenBack]);
  const marked = [
    ...findCategories(open, context.categories),
    ...findPriority(open),
    ...findMarkedEstimates(open).map((phrase) => estimateOf(phrase, text, 'marked')),
  ];
  const unmarked = cover(open, marked);
  const repeats = findRepeats(unmarked);
  const estimates = findEstimates(cover(unmarked, repeats));
  const dates = findDates(cover(unmarked, [...repeats, ...estimates]), repeats, context);
  const candidates = [
    ...marked,
    ...findFlag(unmarked),
    ...estimates.map((phrase) => estimateOf(phrase, text, 'estimate')),
    ...dates.map((phrase) => candidateOf(phrase, text)),
  ];
  const all = placeSafely(text, candidates, takenBack);
  const isRead = (repeat: Span) =>
    all.some(({ start, end }) => start <= repeat.start && repeat.end <= end);
  const isUnclear = isRuleLimited(all) || isRuleUnclear(open, cover(open, all), repeats, isRead);
  const placed = isUnclear ? place(text, candidates.filter(saysNoDay), takenBack) : all;
  const title = titleWithout(text, placed);
  const isEmpty = !/[\p{L}\p{N}\p{S}]/u.test(title);
  const readings = isEmpty ? [] : placed.map((reading) => withChosenDay(reading, context));
  return {
    title: isEmpty ? text.trim() : title,
    readings,
    ...fieldsOf(readings, context),
  };
}

function candidateOf(
  { start, end, understood, isDeadline, repeat, when, form }: DatePhrase,
  text: string,
): Candidate {
  const words = part(text, understood.start, understood.end);
  const reading: Reading = repeat
    ? {
        kind: 'repeat',
        rule: repeat.rule,
        ...(repeat.month && { month: repeat.month }),
        ...when,
        ...words,
      }
    : { kind: isDeadline ? 'deadline' : 'when', ...when, ...words };
  return { form, reading, start, end };
}

/**
 * Whether a day or a deadline beside a repeat makes the repeat a different one: "every day at 9, barring monday",
 * "every day by friday".
 */
const isRuleLimited = (readings: readonly Reading[]): boolean =>
  readings.some((rule) => rule.kind === 'repeat' && readings.some((other) => limits(other, rule)));

function limits(other: Reading, { end, rule }: Extract<Reading, { kind: 'repeat' }>): boolean {
  if (other.kind === 'deadline') return true;
  if (other.kind !== 'when' || other.day === null) return false;
  return other.start > end
    ? !/^(?:starting|beginning)\s/i.test(other.text)
    : !isDayOfRule(other.text, rule);
}

function estimateOf(
  { start, end, minutes }: EstimatePhrase,
  text: string,
  form: Candidate['form'],
): Candidate {
  return { form, reading: { kind: 'estimate', minutes, ...part(text, start, end) }, start, end };
}

const saysNoDay = ({ reading: { kind } }: Candidate): boolean =>
  kind !== 'when' && kind !== 'deadline' && kind !== 'repeat';

/* Finding */

/** Replaces text that must not be read, so that the positions of the rest stay the same. */
const COVER = '\u0001';

const cover = (text: string, spans: readonly Span[]): string =>
  spans.reduce(
    (open, { start, end }) => open.slice(0, start) + COVER.repeat(end - start) + open.slice(end),
    text,
  );

const part = (text: string, start: number, end: number) => ({
  start,
  end,
  text: text.slice(start, end),
});

const spansOf = (text: string, pattern: RegExp): Span[] =>
  [...text.matchAll(pattern)].map(({ 0: match, index }) => ({
    start: index,
    end: index + match.length,
  }));

/** Returns the spans of quotes (an open one to the end), code, links and addresses. */
const textSpans = (text: string): Span[] =>
  spansOf(
    text,
    /(?<![\p{L}\p{N}])"[^"]*(?:"|$)|“[^”]*(?:”|$)|«[^»]*(?:»|$)|`[^`]*`|(?<!\S)['‘][^'’]+['’](?![\p{L}\p{N}])|\b(?:https?:\/\/|www\.)\S+|(?<!\S)[^\s@]+@[^\s@]*\.\S+/gu,
  );

const spansTakenBack = (text: string, keys: ReadonlySet<string>): Span[] =>
  [...keys].flatMap((key) => {
    const words = key
      .replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)
      .replaceAll(' ', String.raw`\s+`);
    return spansOf(text, new RegExp(`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, 'giu'));
  });

/**
 * Finds the first category in a text: "#work", "#Deep work", "#deep-work". Only existing names count, so "#12" stays
 * text.
 */
function findCategories(text: string, categories: readonly LineCategory[]): Candidate[] {
  const longestFirst = categories.toSorted((a, b) => b.name.length - a.name.length);
  const found = [...text.matchAll(/(?<!\S)#(?=\p{L}|\p{N})/gu)].flatMap(({ index: start }) => {
    const typed = plainName(text.slice(start + 1));
    const category = longestFirst.find(({ name }) => {
      const plain = plainName(name);
      return typed.startsWith(plain) && !/^[\p{L}\p{N}]/u.test(typed.slice(plain.length));
    });
    if (!category) return [];
    const end = start + 1 + category.name.length;
    const reading: Reading = { kind: 'category', category, ...part(text, start, end) };
    return [{ form: 'marked' as const, reading, start, end }];
  });
  return found.slice(0, 1);
}

/** Finds "!", "!!", "!!!" and "!1", which mean the Top 3. Daymark has no priorities "!2" to "!4". */
const findPriority = (text: string): Candidate[] =>
  priorityOf(text, /(?<!\S)!(?:!{0,2}|1)(?!\S)/g, 'marked');

/** Finds "p1". In the middle of a line, "p1" is more often a page or a name. */
const findFlag = (text: string): Candidate[] =>
  priorityOf(text, /(?<!\S)p1(?![^\s,;:)])/gi, 'flag');

const priorityOf = (text: string, pattern: RegExp, form: Candidate['form']): Candidate[] =>
  spansOf(text, pattern)
    .slice(0, 1)
    .map(({ start, end }) => ({
      form,
      reading: { kind: 'priority', ...part(text, start, end) },
      start,
      end,
    }));

/* Placing */

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that begin a phrase to which a following date belongs: "slides for monday", "the last friday". */
const BEFORE_NO_DATE = wordSet(
  'of for to from about since the a an last past until till til than vs versus is was are be how what why like after before not and or nor my your our his their every each between during through into within against except once twice thrice times',
);

/** Words after which a weekday is part of a name. */
const BEFORE_NO_WEEKDAY = wordSet(
  'first second third fourth fifth last 1st 2nd 3rd 4th given watch read black good ash freaky casual happy manic cyber super taco easter palm bloody ruby giving throwback girl whit holy maundy shrove boxing lazy sunny stormy blue fat mad red solomon gloomy',
);

/** Matches beginnings after which "from 10 to 12" is a change or a scale: "move the demo from 10 to 12". */
const BEFORE_NO_SPAN =
  /^\W*(?:move|change|shift|switch|postpone|reschedule|push|count|rate|rank|score|grade|scale|go|update|upgrade|bump|migrate|convert|raise|increase|grow|reduce|lower|decrease|cut|pick|choose|guess)\b/i;

/** Words that can follow a reading in the middle of a sentence. */
const AFTER_DATE = wordSet(
  'about with at from to for re regarding via if so because then before after unless when in on using during w',
);
const AFTER_WEEKDAY = wordSet('about with at to re regarding if because then');
const AFTER_ESTIMATE = wordSet('about with for re at on via by');
const AFTER_DEADLINE = wordSet('the a an my our your his her their');

/** Words after a date at the beginning of a line that make the line a statement about the date: "Friday is fine". */
const AFTER_SUBJECT = wordSet(
  'is was in never will has had of counts matters are show and or i a the you we at s by to morning afternoon evening night',
);

/** Matches titles that aren't a task without their day. In "Plan tomorrow" the day itself is planned. */
const ONLY_ABOUT_A_DAY =
  /^(?:plan|planning|review|prepare|prep|organi[sz]e|schedule|outline|discuss|own|seize|survive|enjoy|celebrate|welcome|love|hate|thank god it['’]?s|it['’]?s|see you|what about|why not|not|until|remember|forget)$/i;

/**
 * Returns the readings that stand where people put such words, in the line's order. A line can't have two days or two
 * estimates, for example, so only one of them is returned. A reading that was taken back stood in such a position, so
 * the words before it are still read.
 */
function place(
  text: string,
  candidates: readonly Candidate[],
  takenBack: readonly Span[],
): Reading[] {
  const placed = candidates.filter(
    ({ form, reading }, index) =>
      form === 'marked' &&
      candidates.findIndex((other) => other.reading.kind === reading.kind) === index,
  );
  // Start at the end. Once the last reading is placed, the reading before it counts as being at the end.
  const waiting = candidates
    .filter(({ form }) => form !== 'marked')
    .toSorted((a, b) => b.start - a.start);
  for (let found = true; found;) {
    const left = text.split('');
    for (const { start, end } of [...placed, ...takenBack]) left.fill(' ', start, end);
    const open = left.join('');
    const next = waiting.findIndex(
      (candidate) =>
        placed.every((other) => isCompatible(candidate.reading, other.reading)) &&
        isPlaced(candidate, open),
    );
    found = next >= 0;
    if (found) placed.push(...waiting.splice(next, 1));
  }
  const readings = placed.map(({ reading }) => reading).toSorted((a, b) => a.start - b.start);
  return ONLY_ABOUT_A_DAY.test(titleWithout(text, readings))
    ? readings.filter(({ kind }) => kind !== 'when')
    : readings;
}

/**
 * Places the candidates so that no time is read that the line doesn't say. A time alone stays text if a day stays text.
 * A part of the day stays text if a time stays text.
 */
function placeSafely(
  text: string,
  candidates: readonly Candidate[],
  takenBack: readonly Span[],
  found = candidates,
): Reading[] {
  const all = place(text, candidates, takenBack);
  const isTimeAlone = (reading: Reading) =>
    reading.kind === 'when' && reading.day === null && hasTime(reading);
  const clock = all.some((reading) => isAboutWhen(reading) && reading.day)
    ? undefined
    : all.find(isTimeAlone);
  const isDayLeft = ({ reading }: Candidate) =>
    reading.kind === 'when' && reading.day !== null && !all.includes(reading);
  const left = cover(text, all);
  const hasDateLeft = !isBeforePrice(left) && left.search(DATE_LEFT) >= 0;
  const hasTimeLeft =
    !all.some((reading) => isAboutWhen(reading) && reading.clock) && left.search(TIME_LEFT) >= 0;
  const isUnsafe = ({ reading }: Candidate): boolean =>
    (reading === clock && (found.some(isDayLeft) || hasDateLeft)) ||
    (isAboutWhen(reading) && reading.part !== null && all.includes(reading) && hasTimeLeft);
  const safe = candidates.filter((candidate) => !isUnsafe(candidate));
  return safe.length < candidates.length ? placeSafely(text, safe, takenBack, found) : all;
}

/**
 * Matches a date or a span of weekdays that stayed text. "24.12" counts as a date, because it is rarely anything else, but "3.12" doesn't.
 * "the 24th" counts unless a word such as "floor" follows.
 */
const DATE_LEFT = wholeWords(
  String.raw`(?:${WEEKDAY})\s*[-–]\s*(?:${WEEKDAY})|(?:1[3-9]|2\d|3[01])\.\s?(?:0?[1-9]|1[0-2])\.?|the\s+${ORDINAL}(?!\s+(?!(?:at|around|about|ca|before|after|by|with|from|until|till|or|and|maybe|not|roughly|sharp|um)\b)\p{L})`,
);
const TIME_LEFT = wholeWords(TIMELY_WORDS);

/**
 * Whether a line can have both readings. A day, a part of the day and a clock time can be said apart: "Call Noor fri
 * evening #work at 8".
 */
function isCompatible(a: Reading, b: Reading): boolean {
  if (isAboutWhen(a) && isAboutWhen(b) && (a.kind === 'when' || b.kind === 'when'))
    return !(a.day && b.day) && !(a.part && b.part) && !(a.clock && b.clock) && isInParts(a, b);
  return a.kind !== b.kind;
}

const isAboutWhen = (reading: Reading): reading is Extract<Reading, { kind: 'when' | 'repeat' }> =>
  reading.kind === 'when' || reading.kind === 'repeat';

function isInParts(a: When, b: When): boolean {
  const clock = a.clock ?? b.clock;
  const partOfDay = a.part ?? b.part;
  return !clock || !partOfDay || isInPart(clock, partOfDay);
}

function isPlaced({ form, start, end, reading }: Candidate, text: string): boolean {
  const before = text.slice(0, start);
  // Ignore what is not read: "Fix the printer friday #12 p2".
  const after = text.slice(end).replaceAll(LOOSE_MARK, '').replace(LOOSE_NUMBER, '');
  const words = reading.text;
  const previous =
    /(?<![\p{L}\p{N}'’])([\p{L}\p{N}'’]+)\s*$/u.exec(before)?.[1]?.toLowerCase() ?? '';
  const next = /^[\s,;:)–-]*([\p{L}\p{N}'’]+)/u.exec(after)?.[1] ?? '';
  const isAtStart = !/[\p{L}\p{N}]/u.test(before);
  const isAtEnd = next === '' && !/[\p{L}\p{N}]/u.test(after);
  const isBeforePause = /^\s*[,;:)]|^\s+[–-]\s/.test(after);
  /** Whether a title that isn't a name follows, or a length: "tomorrow 9am 15m call Noor". */
  const isBeforeTask = /^(?:\p{Ll}|\d{1,3}(?:m|h|min)$)/u.test(next);
  /** Whether only readings stand before this one. */
  const isBehindReading = isAtStart && start > 0;
  const follows = (set: ReadonlySet<string>) => set.has(next.toLowerCase());
  const isCapitalized = /^\p{Lu}\p{Ll}/u.test(words);
  if (/[\p{L}\p{N}]\s*[&/+]\s*$/u.test(before) || IS_RANGE.test(after)) return false;
  switch (form) {
    case 'ambiguous':
      return false;
    case 'flag':
      return isAtEnd || isBeforePause || (isAtStart && /^p/.test(words) && /^\p{L}/u.test(next));
    case 'adverb':
      return isAtEnd && !isAtStart && !isCapitalized && !BEFORE_NO_DATE.has(previous);
    case 'estimate':
      if (isAtStart) return isBehindReading && next !== '';
      return isAtEnd || isBeforePause || follows(AFTER_ESTIMATE);
    case 'introduced':
      if (isAtStart) return isBeforePause || /^\p{Ll}|^\d/u.test(next);
      return isAtEnd || isBeforePause || follows(AFTER_DATE) || follows(AFTER_DEADLINE);
    case 'every':
      if (
        /\s\p{Lu}/u.test(
          words.replaceAll(
            /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|[AP]\.?M)/g,
            'x',
          ),
        )
      )
        return false;
      if (isAtStart) return isBeforePause || (isBeforeTask && !follows(AFTER_SUBJECT));
      if (isCapitalized || BEFORE_NO_DATE.has(previous)) return false;
      return isAtEnd || isBeforePause || follows(AFTER_DATE);
    default: {
      if (!/^at\s/i.test(words) && BEFORE_NO_DATE.has(previous)) return false;
      if (/^from\s/i.test(words) && BEFORE_NO_SPAN.test(before)) return false;
      if (form === 'weekday' && BEFORE_NO_WEEKDAY.has(previous)) return false;
      if (isFraction(words, before) || isVerse(words)) return false;
      if (isAtStart) {
        if (isBeforePause) return true;
        const isClear = form !== 'weekday' || (reading.kind === 'when' && hasTime(reading));
        const isNoun = /^(?:next|this|the|end)\s|^\d{1,2}\/\d/i.test(words);
        return isClear && !isNoun && isBeforeTask && !follows(AFTER_SUBJECT);
      }
      if (form === 'relative' && isCapitalized) return false;
      return isAtEnd || isBeforePause || follows(form === 'weekday' ? AFTER_WEEKDAY : AFTER_DATE);
    }
  }
}

const hasTime = ({ part: partOfDay, clock }: When): boolean => Boolean(partOfDay ?? clock);

/** Matches signs that are not read: unknown categories, and priorities of other planners. */
const LOOSE_MARK = /(?<!\S)(?:#\S+|[p!][2-4])(?!\S)/gi;

/** Matches a price or a version right after a reading. The price or version stays text: "Pay rent friday 99.50". */
const LOOSE_NUMBER = new RegExp(
  String.raw`^\s+[€$£¥]?\d+(?:[.,]\d+)+(?:\s?(?:%|${CURRENCY}))?(?=$|\.?\s|[.,;:)]+(?:\s|$))`,
  'i',
);

/** Matches the rest of a range: "3 dec to 10 dec" is not the day of one task. */
const IS_RANGE = new RegExp(
  String.raw`^\s*(?:-|–|to|until|till|through)\s*(?:\d|(?:${WEEKDAY}|${MONTH})\b)`,
  'i',
);

/**
 * Whether the words are a fraction, a section or a fixed name rather than a date: "part 3/4", "section 3.4.", "24/7".
 */
const isFraction = (words: string, before: string): boolean =>
  /^\d{1,2}[/.]\s?\d/.test(words) &&
  (isBeforeCount(before) || /^(?:24\/7|9\/11|7\/11)$/.test(words));

/** Whether a time is the number of a verse: "John 3:16". People meet at multiples of five minutes. */
const isVerse = (words: string): boolean => /^\d{1,2}:\d[1-46-9]$/.test(words);

/* Putting together */

/** Returns the line without its readings, and without the spaces and punctuation that they leave. */
function titleWithout(text: string, readings: readonly Span[]): string {
  let title = '';
  let from = 0;
  for (const { start, end } of readings) {
    title = joined(title, text.slice(from, start));
    from = end;
  }
  return joined(title, text.slice(from))
    .replace(/\s*\(\s*\)/, readings.length > 0 ? '' : '$&')
    .replace(/^[\s,;:–-]+(?=\S)/, readings[0]?.start === 0 ? '' : '$&')
    .replace(/(?:\s*[,;:–-])+\s*$/, readings.length > 0 ? '' : '$&')
    .trim();
}

const joined = (before: string, after: string): string =>
  before === '' || /\($/.test(before) || /^[,;:)]/.test(after.trimStart())
    ? before.trimEnd() + (before === '' ? after : after.trimStart())
    : `${before.trimEnd()} ${after.trimStart()}`;

function withChosenDay(reading: Reading, { chosenDays }: LineContext): Reading {
  if (!('candidates' in reading)) return reading;
  const day = chosenDays.get(keyOfReading(reading));
  return day !== undefined && reading.candidates?.includes(day) ? { ...reading, day } : reading;
}

function fieldsOf(
  readings: readonly Reading[],
  { now, day: defaultDay }: LineContext,
): Omit<TaskLine, 'title' | 'readings'> {
  const today = localDay(now);
  const find = <K extends Reading['kind']>(kind: K) =>
    readings.filter((reading) => reading.kind === kind) as Extract<Reading, { kind: K }>[];
  const [repeat] = find('repeat');
  const whens: When[] = [...find('when'), ...find('repeat')];
  const namedDay = whens.find(({ day }) => day !== null)?.day ?? null;
  const { time, later } = timeIn(whens, { isToday: namedDay === today, now });
  const hasPassed = time !== null && later === 0 && time.from <= minutesAfterMidnight(now);
  const isLater = defaultDay !== null && (defaultDay > today || !hasPassed);
  const next = isLater ? defaultDay : hasPassed ? addDays(today, 1) : today;
  const rule = repeat && ruleOn(repeat.rule, namedDay ?? next);
  const day =
    repeat && rule
      ? firstOfRule(rule, namedDay ?? next, repeat.month)
      : (namedDay ?? (time === null ? null : next));
  return {
    plannedDay: day && addDays(day, later),
    time,
    deadline: find('deadline')[0]?.day ?? null,
    estimateMinutes: find('estimate')[0]?.minutes ?? null,
    repeat: rule ? daysLater(rule, later) : null,
    categoryId: find('category')[0]?.category.id ?? null,
    isPriority: find('priority').length > 0,
  };
}

/** Returns the typed time, and how many days later than the typed day it is: 1 for "tonight at 1". */
function timeIn(
  whens: readonly When[],
  { isToday, now }: { isToday: boolean; now: Date },
): { time: TypedTime | null; later: number } {
  const clock = whens.find((when) => when.clock)?.clock ?? null;
  const part = whens.find((when) => when.part)?.part ?? null;
  const time = clock ? timeOf(clock, part) : part && { from: partMinutes(part), to: null };
  // "this morning" has no time once that time has passed.
  if (!time || (!clock && isToday && time.from <= minutesAfterMidnight(now)))
    return { time: null, later: 0 };
  const { from, to } = time;
  // "today at midnight" is the coming midnight.
  if (isToday && from === 0) return { time, later: 1 };
  return from < DAY_MINUTES
    ? { time, later: 0 }
    : { time: { from: from - DAY_MINUTES, to: to && to - DAY_MINUTES }, later: 1 };
}

const DAY_MINUTES = 24 * 60;

/** Moves the weekdays of a rule. "every friday night at 1" is on Saturdays. */
const daysLater = (rule: Repeat, days: number): Repeat =>
  rule.weekdays ? { ...rule, weekdays: rule.weekdays.map((n) => ((n + days - 1) % 7) + 1) } : rule;

/** Returns the first day of a rule from a day on, in the rule's month if it has one. */
function firstOfRule(rule: Repeat, from: LocalDay, month: number | undefined): LocalDay {
  if (month === undefined) return firstDay(rule, from);
  const start = `${from.slice(0, 5)}${String(month).padStart(2, '0')}-01`;
  const first = firstDay(rule, start);
  return first >= from ? first : firstDay(rule, `${Number(from.slice(0, 4)) + 1}${start.slice(4)}`);
}
