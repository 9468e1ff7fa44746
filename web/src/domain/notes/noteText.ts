import { foldedIndexes, foldText } from '../../lib/text/foldText';
import { QUERY_MAX } from '../../lib/text/queryMax';
import { checkboxesIn, linesOf } from './noteCheckboxes';
import { withoutAddresses, withTitles, type LinkTargets } from './noteLinks';

const PREVIEW_MAX = 280;
/** At most this many characters of a note are read for a preview. A note may have 100,000. */
const READ_MAX = 2_000;

/** A line of a card's preview. */
export interface PreviewLine {
  text: string;
  /** The number of the line in the note, from 0. */
  line: number;
  /** Whether the line's checkbox is ticked. Undefined without a checkbox. */
  isDone?: boolean | undefined;
}

/** Returns the lines of some Markdown that have text, without their markup. */
function previewLines(content: string, from: number, targets?: LinkTargets): PreviewLine[] {
  const first = linesOf(content.slice(0, from)).length - 1;
  return linesOf(content.slice(from, from + READ_MAX)).flatMap((source, index) => {
    const text = plainText(source, targets);
    return text === '' ? [] : [{ text, line: first + index }];
  });
}

/** Matches code spans, and punctuation that a backslash makes plain text. */
const ESCAPED_OR_CODE = /\\([!-/:-@[-`{-~])|(?<!`)(`{1,3})(?!`)(\S.{0,500}?)(?<!`)\2(?!`)/g;

/**
 * While the markup is removed, code points from this one on replace punctuation that isn't markup. They are in a
 * private part of Unicode that texts don't use.
 */
const HIDDEN_FROM = 0xe000;
const hidden = (text: string): string =>
  text.replace(/[!-/:-@[-`{-~]/g, (sign) => String.fromCharCode(HIDDEN_FROM + sign.charCodeAt(0)));
const revealed = (text: string): string =>
  text.replace(/[\uE021-\uE07E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - HIDDEN_FROM));

/**
 * Matches the address of a link and the link's title. The address may contain parentheses in pairs or be in angle
 * brackets.
 */
const ADDRESS = String.raw`\(\s*(?:<[^<>]{0,500}>|(?:[^\s()<]|\((?:[^\s()]|\([^\s()]{0,500}\)){0,500}\)){0,500})(?:\s+(?:"[^"]{0,500}"|'[^']{0,500}'|\([^()]{0,500}\)))?\s*\)`;
const IMAGE = new RegExp(String.raw`!\[([^[\]]{0,200})\]${ADDRESS}`, 'g');
const LINK = new RegExp(String.raw`\[((?:[^[\]]|\[[^[\]]{0,200}\]){0,200})\]${ADDRESS}`, 'g');
const AUTOLINK = /<([a-z][a-z0-9+.-]{1,31}:[^\s<>]{1,500}|[\w.+-]{1,64}@[\w.-]{1,255})>/gi;
const WEB_ADDRESS = /https?:\/\/[^\s<>]{1,500}/gi;

const plainText = (line: string, targets?: LinkTargets): string =>
  revealed(
    (targets && line.includes('[') ? withTitles(line, targets) : line)
      .replace(/^\s*(```|~~~).*$/, '')
      .replace(/^\s{0,3}(#{1,6}\s+|(>\s?)+)/, '')
      .replace(/^\s*([-*+]|\d{1,9}[.)])\s+(\[[ xX]\]\s+)?/, '')
      .replace(/^\s*([-*_]\s*){3,}$/, '')
      .replace(ESCAPED_OR_CODE, (_, sign?: string, _ticks?: string, code: string = '') =>
        hidden(sign ?? code),
      )
      .replace(IMAGE, '$1')
      .replace(LINK, '$1')
      .replace(AUTOLINK, '$1')
      .replace(WEB_ADDRESS, hidden)
      .replace(/(\*\*|__|~~|`)(?=\S)([^\n]{1,300}?)\1/g, '$2')
      .replace(/(?<![\w*])([*_])(?=[^\s*_])([^*_\n]{0,300}[^\s*_])\1(?![\w*])/g, '$2')
      .replace(/[ \t]+/g, ' ')
      .trim(),
  );

/** Returns the text of some Markdown without its markup, at most 280 characters. */
export const previewText = (content: string, from = 0): string =>
  textOf(previewLines(content, from));

const textOf = (lines: readonly PreviewLine[]): string =>
  lines
    .map(({ text }) => text)
    .join('\n')
    .slice(0, PREVIEW_MAX);

/** Returns the text of a note's line, which is the name of its checkbox. */
export const textOfLine = (content: string, line: number): string =>
  plainText((linesOf(content)[line] ?? '').slice(0, READ_MAX));

/** Returns the words of a search, each once, folded for `isMatch`. */
export const searchWords = (query: string): string[] => [
  ...new Set(foldText(query.slice(0, QUERY_MAX)).split(/\s+/).filter(Boolean)),
];

/** Returns the title and the text of a note, folded for `isMatch`. */
export const foldedNote = ({ title, content }: { title: string; content: string }): string =>
  foldText(`${title}\n${withoutAddresses(content)}`);

/** Whether a folded note contains every word. */
export const isMatch = (folded: string, words: readonly string[]): boolean =>
  words.every((word) => folded.includes(word));

/** At most this many lines of a note with checkboxes are on a card. */
const LINES_MAX = 4;

/**
 * Returns the part of a note that a card shows: its beginning, or the part around the first match if the beginning has
 * no match. If the part begins with a whole line, and one of its first lines has a checkbox, the result is these lines.
 * Otherwise the result is one text.
 */
export function excerptFor(
  content: string,
  words: readonly string[],
  targets?: LinkTargets,
): string | readonly PreviewLine[] {
  const start = previewLines(content, 0, targets);
  const shown = textOf(start);
  const isThere = words.length === 0 || words.some((word) => foldText(shown).includes(word));
  const at = isThere ? -1 : firstMatch(content, words);
  const lineStart = at < 0 ? 0 : lineStartBefore(content, at);
  // Start a little before the match if its line is long.
  const from = Math.max(lineStart, at - 40);
  const lines = at < 0 ? start : previewLines(content, from, targets);
  const boxes = checkboxesIn(content);
  const listed = lines
    .slice(0, LINES_MAX)
    .map((line) => ({ ...line, isDone: boxes.get(line.line) }));
  const isList = from === lineStart && listed.some(({ isDone }) => isDone !== undefined);
  if (!isList) return at < 0 ? shown : `…${textOf(lines)}`;
  return listed;
}

const lineStartBefore = (content: string, at: number): number => content.lastIndexOf('\n', at) + 1;

/** Returns the index of the first match, or -1. */
function firstMatch(content: string, words: readonly string[]): number {
  const text = foldText(content);
  const found = words.map((word) => text.indexOf(word)).filter((at) => at >= 0);
  return found.length === 0 ? -1 : (foldedIndexes(content)[Math.min(...found)] ?? -1);
}

/** A part of a text, and whether it matches the search. */
export interface TextPart {
  text: string;
  isMatch: boolean;
}

/** Splits a text into matching and other parts, in its original spelling. */
export function splitAtMatches(text: string, words: readonly string[]): TextPart[] {
  if (words.length === 0) return [{ text, isMatch: false }];
  const plain = foldText(text);
  const indexes = foldedIndexes(text);
  const marked = new Set<number>();
  for (const word of words)
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + word.length))
      for (let i = at; i < at + word.length; i++) marked.add(indexes[i] ?? -1);
  const parts: TextPart[] = [];
  let at = 0;
  for (const char of text) {
    // A combining accent belongs to the letter before it.
    const last = parts.at(-1);
    const match = /^\p{M}$/u.test(char) && last ? last.isMatch : marked.has(at);
    if (last?.isMatch === match) last.text += char;
    else parts.push({ text: char, isMatch: match });
    at += char.length;
  }
  return parts;
}
