const PREVIEW_MAX = 280;
/** How many characters of a note a preview reads: a note may have 100,000. */
const READ_MAX = 2_000;

/** The text of some Markdown without its markup, at most 280 characters: a card's preview. */
export function previewText(content: string, from = 0): string {
  return content
    .slice(from, from + READ_MAX)
    .replace(/^\s*(```|~~~).*$/gm, '')
    .replace(/^\s{0,3}(#{1,6}\s+|(>\s?)+|[-*+]\s+(\[[ xX]\]\s+)?|\d{1,9}[.)]\s+)/gm, '')
    .replace(/^\s*([-*_]\s*){3,}$/gm, '')
    .replace(/!?\[([^\]\n]{0,200})\]\([^)\n]{0,500}\)/g, '$1')
    .replace(/(\*\*|__|~~|`)(?=\S)([^\n]{1,300}?)\1/g, '$2')
    .replace(/(?<![\w*])([*_])(?=[^\s*_])([^*_\n]{0,300}[^\s*_])\1(?![\w*])/g, '$2')
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
    .slice(0, PREVIEW_MAX);
}

/** Text without case and accents, for comparing. */
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The words of a search, folded for `isMatch`. */
export const searchWords = (query: string): string[] => fold(query).split(/\s+/).filter(Boolean);

interface Searched {
  title: string;
  content: string;
}

const foldedNotes = new WeakMap<Searched, string>();

/** Whether the note's title or text contains every word. */
export function isMatch(note: Searched, words: readonly string[]): boolean {
  // Each note is folded once, because every key press searches all of them.
  let folded = foldedNotes.get(note);
  if (folded === undefined) {
    folded = fold(`${note.title}\n${note.content}`);
    foldedNotes.set(note, folded);
  }
  const text = folded;
  return words.every((word) => text.includes(word));
}

/** A card's excerpt of a note: its beginning, or the part around the first match if that is further down. */
export function excerptFor(content: string, words: readonly string[]): string {
  const start = previewText(content);
  if (words.length === 0 || words.some((word) => fold(start).includes(word))) return start;
  const at = firstMatch(content, words);
  if (at < 0) return start;
  const lineStart = content.lastIndexOf('\n', at) + 1;
  return `…${previewText(content, Math.max(lineStart, at - 40))}`;
}

/** The index of the first match, or -1. */
function firstMatch(content: string, words: readonly string[]): number {
  const { text, indexes } = foldWithIndexes(content);
  const found = words.map((word) => text.indexOf(word)).filter((at) => at >= 0);
  return found.length === 0 ? -1 : (indexes[Math.min(...found)] ?? -1);
}

/** A part of a text, and whether it matches the search. */
export interface TextPart {
  text: string;
  isMatch: boolean;
}

/** Splits a text into matching and other parts, in its original spelling. */
export function splitAtMatches(text: string, words: readonly string[]): TextPart[] {
  if (words.length === 0) return [{ text, isMatch: false }];
  const { text: plain, indexes } = foldWithIndexes(text);
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

/** The folded text, and for each of its UTF-16 units the index of its character in the original. */
function foldWithIndexes(original: string): { text: string; indexes: number[] } {
  let text = '';
  const indexes: number[] = [];
  let at = 0;
  for (const char of original) {
    const plain = fold(char);
    for (let i = 0; i < plain.length; i++) indexes.push(at);
    text += plain;
    at += char.length;
  }
  return { text, indexes };
}
