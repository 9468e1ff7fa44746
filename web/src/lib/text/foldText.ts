/** Letters that are not a letter with an accent, and what people type for them on other keyboards. */
const SPELLED = new Map(
  Object.entries({
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ħ: 'h',
    ŧ: 't',
    ŋ: 'n',
    ı: 'i',
    ς: 'σ',
  }),
);

/**
 * Accents, the vowel signs that are mostly left out in Hebrew and Arabic, and the voicing marks of Japanese kana. Signs
 * of other scripts stay, because they distinguish words.
 */
const ACCENTS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u3099\u309a]/g;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

const folded = new Map<string, string>();

/** Returns a character without case and accents, as any number of characters. */
function foldedChar(char: string): string {
  let plain = folded.get(char);
  if (plain === undefined) {
    const letters = LETTER_OR_DIGIT.test(char) ? char.normalize('NFKD') : char;
    const lower = letters.replace(ACCENTS, '').toLowerCase().replace(ACCENTS, '');
    plain = lower.replace(/\p{L}/gu, (letter) => SPELLED.get(letter) ?? letter);
    folded.set(char, plain);
  }
  return plain;
}

/**
 * More accents on one letter than any language has. Composing a text sorts its accents, which is slow if a letter has
 * many.
 */
const MANY_MARKS = /(\p{M}{30})\p{M}+/gu;

/** Returns a text in composed form (NFC), with at most 30 accents on a letter. */
export const composed = (text: string): string => text.replace(MANY_MARKS, '$1').normalize('NFC');

/**
 * Returns a text without case and accents, for comparing: "Torstraße" is "torstrasse". `foldedIndexes` maps the folded
 * text back.
 */
export const foldText = (text: string): string =>
  text.replace(/[^\x00-\x7f]/gu, foldedChar).toLowerCase();

/** Returns the index of the character that each UTF-16 unit of the folded text comes from, then the text's length. */
export function foldedIndexes(text: string): number[] {
  const indexes: number[] = [];
  let at = 0;
  for (const char of text) {
    const { length } = foldedChar(char);
    for (let unit = 0; unit < length; unit++) indexes.push(at);
    at += char.length;
  }
  indexes.push(at);
  return indexes;
}

/**
 * Converts a range of the folded text, from `start` to `end`, to the range of the original text. The last letter is
 * included as a whole.
 */
export function foundRange(
  indexes: readonly number[],
  start: number,
  end: number,
): [start: number, end: number] {
  const last = indexes[end - 1];
  const next = indexes.find((index, unit) => unit >= end && index !== last);
  return [indexes[start] ?? 0, next ?? indexes.at(-1) ?? 0];
}
