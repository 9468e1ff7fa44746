import { typedDuration } from './typedDuration';
import { NUMBER, numberOf, WEEKDAY, wholeWords } from './lineWords';

/** A phrase in a line that says how long a task takes. */
export interface EstimatePhrase {
  start: number;
  end: number;
  minutes: number;
}

const HOURS = String.raw`\d{1,2}(?:[.,]\d{1,2})?`;
const MARKED = new RegExp(
  String.raw`(?<!\S)~\s?(?:${HOURS}\s?(?:h|hrs?|hours?)(?:\s?\d{1,2}\s?(?:m|mins?|minutes?)?)?|\d{1,3}(?:\s?(?:m|mins?|minutes?))?)(?![\p{L}\p{N}]|[:.,]\p{N})|(?<!\S)\((?:${HOURS}\s?h(?:\s?\d{1,2}\s?m)?|\d{1,3}\s?m(?:in)?)\)(?!\S)`,
  'gu',
);

const PLAIN = String.raw`${HOURS}(?:h|\s?hrs?)(?:\s?\d{1,2}\s?(?:m|mins?))?|\d{1,3}(?:m|\s?mins?)`;
const MINUTES = String.raw`(?:\d{1,3}|${NUMBER})\s?(?:m|mins?|minutes?)`;
const AND_A_HALF = String.raw`\s+and\s+a\s+half`;

/** Requires a time before the length: "tomorrow 9am 2 hours". */
const TIME_BEFORE = String.raw`(?<=(?:\d\s?[apAP]\.?[mM]\.?|\d:\d\d|(?:\bat\s|@\s?)\d{1,2}|\bnoon|\bmidnight|o['’]clock)(?:\s+(?:today|tomorrow|${WEEKDAY}))?,?\s+)`;

/**
 * Matches a length that may be written in words: "half an hour". It counts only after "for" or a time, because it is
 * more often part of the title elsewhere: "Sleep 9 hours".
 */
const WRITTEN = String.raw`half\s+an\s+hour|(?:a|three)\s+quarters?\s+of\s+an\s+hour|(?:${HOURS}|${NUMBER})(?:${AND_A_HALF})?\s?(?:h|hrs?|hours?)(?:${AND_A_HALF}|\s*(?:and\s+)?${MINUTES})?|${MINUTES}`;

/** Matches estimates without a sign such as "~". The pattern is case-sensitive, because "Raise 5M" has no estimate. */
const UNMARKED = new RegExp(
  wholeWords(String.raw`for\s+(?:about\s+)?(?:${WRITTEN})|${TIME_BEFORE}(?:${WRITTEN})|${PLAIN}`)
    .source,
  'gu',
);

const NO_ESTIMATE_BEHIND =
  /(?:^|[^\p{L}])(?:in|within|after|every|last|past|than|under|below|of|the|a|each|per)\s+$/iu;

/** Matches words that make the length after them a distance: "swim 30m". "swim for 30 minutes" is still an estimate. */
const DISTANCE_BEHIND =
  /(?:^|[^\p{L}])(?:swim|run|sprint|dive|jump|hurdles|freestyle|hose|rope|cable|tape|pool|depth|height|width|length)\s+$/iu;

/** Longest estimate that is understood without "~" or parentheses, in minutes. */
const UNMARKED_MAX_MINUTES = 720;

/** Finds "~1h", "~45" and "(30m)". */
export const findMarkedEstimates = (text: string): EstimatePhrase[] => find(text, MARKED);

/** Finds "30m", "1h 30m", "45 min" and "for 2 hours", except what is more likely a distance, a deadline or a rate. */
export const findEstimates = (text: string): EstimatePhrase[] =>
  find(text, UNMARKED).filter(({ start, end, minutes }) => {
    const words = text.slice(start, end);
    const before = text.slice(0, start);
    const isDistance =
      (/^\d+m$/.test(words) && minutes >= 100 && minutes % 15 > 0) ||
      (/^\d|^for\s+(?:about\s+)?\d+\s?m$/.test(words) && DISTANCE_BEHIND.test(before));
    return !isDistance && !NO_ESTIMATE_BEHIND.test(before) && minutes <= UNMARKED_MAX_MINUTES;
  });

const find = (text: string, pattern: RegExp): EstimatePhrase[] =>
  [...text.matchAll(pattern)].flatMap(({ 0: words, index: start }) => {
    const minutes = typedDuration(inDigits(words.replaceAll(/^(?:for\s+|~|\()|\)$/g, '')));
    return minutes ? [{ start, end: start + words.length, minutes }] : [];
  });

/** Writes a length in digits: "an hour and a half" becomes "1.5 hour". */
const inDigits = (words: string): string =>
  words
    .toLowerCase()
    .replace(/^about\s+/, '')
    .replace(/half\s+an\s+hour/, '30m')
    .replace(/a\s+quarter\s+of\s+an\s+hour/, '15m')
    .replace(/three\s+quarters\s+of\s+an\s+hour/, '45m')
    .replaceAll(new RegExp(String.raw`\b(?:${NUMBER})\b(?=\s)`, 'g'), (word) =>
      /^\d/.test(word) ? word : String(numberOf(word)),
    )
    .replace(/^(\d+)(.*?)\s+and\s+1\s+half/, '$1.5$2')
    .replace(/\s+and\s+/, ' ');
