/* The words of dates and numbers, as parts of regular expressions. */

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

export const WEEKDAY = String.raw`(?:mon|tues?|wednes|wed|thurs?|thu|fri|satur|sat|sun)(?:day)?`;

export const WHOLE_WEEKDAY = WEEKDAYS.join('|');

export const MONTH =
  'january|jan|february|feb|march|mar|april|apr|may|june|jun|july|jul|august|aug|september|sept?|october|oct|november|nov|december|dec';

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** The months whose names are no other words. */
export const UNAMBIGUOUS_MONTH =
  'january|february|april|june|july|august|september|october|november|december';

/** A day of the month: "15th". */
export const ORDINAL = String.raw`\d{1,2}(?:st|nd|rd|th)`;

/** Counts the weekdays of a month. */
export const NTH = `first|second|third|fourth|fifth|last|${ORDINAL}`;

/** A number in digits or in letters, or an article. */
export const NUMBER = [String.raw`\d{1,3}`, 'an?', ...NUMBERS].join('|');

/** The value of what `NUMBER` matches. */
export function numberOf(word: string): number {
  const index = NUMBERS.indexOf(word.toLowerCase());
  return /^\d/.test(word) ? Number(word) : index < 0 ? 1 : index + 1;
}

/** 1 for Monday to 7 for Sunday, of what `WEEKDAY` matches. */
export const weekdayNumber = (word: string): number =>
  WEEKDAYS.findIndex((name) => name.startsWith(word.toLowerCase().slice(0, 3))) + 1;

/** 1 for January to 12 for December, of what `MONTH` matches. */
export const monthNumber = (word: string): number =>
  'janfebmaraprmayjunjulaugsepoctnovdec'.indexOf(word.toLowerCase().slice(0, 3)) / 3 + 1;

/** A pattern that matches whole words only: not in names, addresses, versions, or after an apostrophe. */
export const wholeWords = (pattern: string): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\p{N}_/.:#@'’$€£§~+-])(?:${pattern})(?![\p{L}\p{N}_'’%°])(?![/:.-][\p{L}\p{N}])(?!(?<=\d),(?!\d{1,2}(?::\d\d|\s?[ap]m\b|\s?o['’]clock))\p{N})`,
    'giu',
  );

const COUNTED =
  /(?:^|[^\p{L}])(?:parts?|chapters?|pages?|steps?|versions?|sets?|exercises?|ex|episodes?|seasons?|units?|tasks?|no|numbers?|lessons?|rounds?|phases?|modules?|levels?|ratio|sizes?|volumes?|sections?|books?|items?|scores?|rated|ratings?|homework|problems?|questions?|only|about|approx|tracks?|discs?|grades?|bolts?|screws?|pipes?|top|ages?|aged|rooms?|verses?|slides?|tickets?|points?|lines?|rows?|columns?|tables?|figures?|v|ios|android|node|python|java|php|ruby|windows|release)$/iu;

/** Whether a number behind this text counts or names something: "chapters 5-7", "part 3/4", "Node 20.11". */
export const isBeforeCount = (text: string): boolean => COUNTED.test(text.trimEnd());

/** A currency, behind an amount. */
export const CURRENCY = String.raw`(?:[€$£¥]|(?:eur|euros?|usd|dollars?|gbp|pounds?|chf|francs?)\b)`;

/** The beginning of a title that goes on with a price or a version. */
const PRICED =
  /^\W*(?:pay|buy|transfer|wire|sell|refund|reimburse|donate|charge|deposit|withdraw|owe|lend|borrow|spend|budget|upgrade|update|downgrade|install|bump|release|version)\b/i;

/** Whether a number with a full stop behind this text is a price or a version rather than a time: "Buy milk friday 12.30". */
export const isBeforePrice = (text: string): boolean => PRICED.test(text);
