const PREVIEW_MOST = 280;
/** As much of a note as a preview can need: a note may have 100,000 characters. */
const READ_MOST = 2_000;

/** A plain text extract of Markdown for a card: what a reader would see, without its signs. */
export function previewText(content: string, from = 0): string {
  return content
    .slice(from, from + READ_MOST)
    .replace(/^\s*(```|~~~).*$/gm, '')
    .replace(/^\s{0,3}(#{1,6}\s+|(>\s?)+|[-*+]\s+(\[[ xX]\]\s+)?|\d{1,9}[.)]\s+)/gm, '')
    .replace(/^\s*([-*_]\s*){3,}$/gm, '')
    .replace(/!?\[([^\]\n]{0,200})\]\([^)\n]{0,500}\)/g, '$1')
    .replace(/(\*\*|__|~~|`)(?=\S)([^\n]{1,300}?)\1/g, '$2')
    .replace(/(?<![\w*])([*_])(?=[^\s*_])([^*_\n]{0,300}[^\s*_])\1(?![\w*])/g, '$2')
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim()
    .slice(0, PREVIEW_MOST);
}

/** Text as it is compared: neither case nor accents count. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The words that are searched for. */
export const searchWords = (query: string): string[] => folded(query).split(/\s+/).filter(Boolean);

interface Searched {
  title: string;
  content: string;
}

const haystacks = new WeakMap<Searched, string>();

/** Whether every word is somewhere in the title or the text. */
export function isMatch(note: Searched, words: readonly string[]): boolean {
  // Folded once a note: five thousand are searched at each key.
  let haystack = haystacks.get(note);
  if (haystack === undefined) {
    haystack = folded(`${note.title}\n${note.content}`);
    haystacks.set(note, haystack);
  }
  const text = haystack;
  return words.every((word) => text.includes(word));
}

/** The extract that a card shows: the beginning, or the place of the first match that lies beyond it. */
export function extractFor(content: string, words: readonly string[]): string {
  const start = previewText(content);
  if (words.length === 0 || words.some((word) => folded(start).includes(word))) return start;
  const at = firstPlace(content, words);
  if (at < 0) return start;
  const lineStart = content.lastIndexOf('\n', at) + 1;
  return `…${previewText(content, Math.max(lineStart, at - 40))}`;
}

function firstPlace(content: string, words: readonly string[]): number {
  const { text, places } = foldedWithPlaces(content);
  const found = words.map((word) => text.indexOf(word)).filter((at) => at >= 0);
  return found.length === 0 ? -1 : (places[Math.min(...found)] ?? -1);
}

/** A piece of text, and whether it is what was searched for. */
export interface Piece {
  text: string;
  isMatch: boolean;
}

/** The text cut at what matches, in its own spelling. */
export function pieces(text: string, words: readonly string[]): Piece[] {
  if (words.length === 0) return [{ text, isMatch: false }];
  const { text: plain, places } = foldedWithPlaces(text);
  const marked = new Set<number>();
  for (const word of words)
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + word.length))
      for (let i = at; i < at + word.length; i++) marked.add(places[i] ?? -1);
  const all: Piece[] = [];
  let at = 0;
  for (const sign of text) {
    // An accent that stands on its own belongs to the letter before it.
    const last = all.at(-1);
    const match = /^\p{M}$/u.test(sign) && last ? last.isMatch : marked.has(at);
    if (last?.isMatch === match) last.text += sign;
    else all.push({ text: sign, isMatch: match });
    at += sign.length;
  }
  return all;
}

/** The folded text, with the place in the original that each of its units came from. */
function foldedWithPlaces(original: string): { text: string; places: number[] } {
  let text = '';
  const places: number[] = [];
  let at = 0;
  for (const sign of original) {
    const plain = folded(sign);
    for (let i = 0; i < plain.length; i++) places.push(at);
    text += plain;
    at += sign.length;
  }
  return { text, places };
}
