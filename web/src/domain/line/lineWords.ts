/* The words of dates and numbers, as parts of regular expressions. */

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

export const WEEKDAY = String.raw`(?:mon|tues?|wednes|wed|thurs?|thu|fri|satur|sat|sun)(?:day)?`;

export const WHOLE_WEEKDAY = WEEKDAYS.join('|');

export const MONTH =
  'january|jan|february|feb|march|mar|april|apr|may|june|jun|july|jul|august|aug|september|sept?|october|oct|november|nov|december|dec';

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** The months whose names have no other meaning. */
export const UNAMBIGUOUS_MONTH =
  'january|february|april|june|july|august|september|october|november|december';

/** A day of the month: "15th". */
export const ORDINAL = String.raw`\d{1,2}(?:st|nd|rd|th)`;

/** Matches a word that counts the weekdays of a month. */
export const NTH = `first|second|third|fourth|fifth|last|${ORDINAL}`;

/** A number in digits or in letters, or an article. */
export const NUMBER = [String.raw`\d{1,3}`, 'an?', ...NUMBERS].join('|');

/** Returns the value of a match of `NUMBER`. */
export function numberOf(word: string): number {
  const index = NUMBERS.indexOf(word.toLowerCase());
  return /^\d/.test(word) ? Number(word) : index < 0 ? 1 : index + 1;
}

/** Returns 1 for Monday to 7 for Sunday, for a match of `WEEKDAY`. */
export const weekdayNumber = (word: string): number =>
  WEEKDAYS.findIndex((name) => name.startsWith(word.toLowerCase().slice(0, 3))) + 1;

/** Returns 1 for January to 12 for December, for a match of `MONTH`. */
export const monthNumber = (word: string): number =>
  'janfebmaraprmayjunjulaugsepoctnovdec'.indexOf(word.toLowerCase().slice(0, 3)) / 3 + 1;

/**
 * Returns a pattern that matches whole words only. The pattern doesn't match in names, addresses and versions, or after
 * an apostrophe.
 */
export const wholeWords = (pattern: string): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\p{N}_/.:#@'’$€£§~+-])(?:${pattern})(?![\p{L}\p{N}_'’%°])(?![/:.-][\p{L}\p{N}])(?!(?<=\d),(?!\d{1,2}(?::\d\d|\s?[ap]m\b|\s?o['’]clock))\p{N})`,
    'giu',
  );

const COUNTED =
  /(?:^|[^\p{L}])(?:parts?|chapters?|pages?|steps?|versions?|sets?|exercises?|ex|episodes?|seasons?|units?|tasks?|no|numbers?|lessons?|rounds?|phases?|modules?|levels?|ratio|sizes?|volumes?|sections?|books?|items?|scores?|rated|ratings?|homework|problems?|questions?|only|about|approx|tracks?|discs?|grades?|bolts?|screws?|pipes?|top|ages?|aged|rooms?|verses?|slides?|tickets?|points?|lines?|rows?|columns?|tables?|figures?|v|ios|android|node|python|java|php|ruby|windows|release)$/iu;

/** Whether a number after this text counts or names something: "chapters 5-7", "part 3/4", "Node 20.11". */
export const isBeforeCount = (text: string): boolean => COUNTED.test(text.trimEnd());

/** Matches a currency after an amount. */
export const CURRENCY = String.raw`(?:[€$£¥]|(?:eur|euros?|usd|dollars?|gbp|pounds?|chf|francs?)\b)`;

/** Matches the beginning of a title that goes on with a price or a version. */
const PRICED =
  /^\W*(?:pay|buy|transfer|wire|sell|refund|reimburse|donate|charge|deposit|withdraw|owe|lend|borrow|spend|budget|upgrade|update|downgrade|install|bump|release|version)\b/i;

/** Whether a number with a period after this text is a price or a version, not a time: "Buy milk friday 12.30". */
export const isBeforePrice = (text: string): boolean => PRICED.test(text);
