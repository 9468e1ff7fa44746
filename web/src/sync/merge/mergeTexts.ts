import { diff3Merge } from 'node-diff3';
import { mergeTicks } from './mergeTicks';

/** At most this many pieces, and pairs of equal pieces, are compared. Comparing more could block the page. */
const [PIECES_MAX, PAIRS_MAX] = [4_000, 60_000];

const linesOf = (text: string) => text.split(/(?<=\n)/);
/** Returns the words and punctuation marks of a text, each with the space after it. */
const wordsOf = (text: string) => text.match(/(?:[\p{L}\p{N}]+|[^\s\p{L}\p{N}]|^)\s*/gu) ?? [];

/**
 * Merges two versions of a text that were both made from `base`, line by line. Lines that both versions changed are
 * merged word by word. Ticks of checkboxes go to their lines in the other version. Returns undefined if both versions
 * changed the same words, or if the texts are too long to compare.
 */
export function mergeTexts(base: string, mine: string, theirs: string): string | undefined {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  const all = [linesOf(base), linesOf(mine), linesOf(theirs)] as const;
  return mergeTicks(...all, true) ?? mergePieces(...all, mergeLines) ?? mergeTicks(...all, false);
}

/** Merges lines that both versions changed. */
const mergeLines = (...all: [base: Pieces, mine: Pieces, theirs: Pieces]): string | undefined => {
  const [base = [], mine = [], theirs = []] = all.map((lines) => wordsOf(lines.join('')));
  return mergeTicks(...all, false) ?? mergePieces(base, mine, theirs, () => undefined);
};

type Pieces = readonly string[];

/** Returns the number of pieces that all lists have in common at the start. */
function commonLength([first = [], ...others]: readonly Pieces[]): number {
  const end = first.findIndex((piece, index) => others.some((other) => other[index] !== piece));
  return end < 0 ? first.length : end;
}

/** Returns the number of pairs of equal pieces in two lists. */
function equalPairs(one: Pieces, other: Pieces): number {
  const counts = new Map<string, number>();
  for (const piece of one) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  return other.reduce((sum, piece) => sum + (counts.get(piece) ?? 0), 0);
}

/** Merges lists of pieces of a text. `resolve` merges pieces that both versions changed. */
function mergePieces(
  base: Pieces,
  mine: Pieces,
  theirs: Pieces,
  resolve: (base: Pieces, mine: Pieces, theirs: Pieces) => string | undefined,
): string | undefined {
  const all = [base, mine, theirs];
  if (all.some(({ length }) => length > PIECES_MAX)) return mergeMiddles(all, resolve);
  if (equalPairs(base, mine) + equalPairs(base, theirs) > PAIRS_MAX) return undefined;
  const merged = diff3Merge([...mine], [...base], [...theirs]).map((region) =>
    region.ok
      ? region.ok.join('')
      : region.conflict && resolve(region.conflict.o, region.conflict.a, region.conflict.b),
  );
  return merged.includes(undefined) ? undefined : merged.join('');
}

/**
 * Merges long lists after setting aside the pieces that all lists have in common at both ends. Returns undefined if the
 * rest is still too long.
 */
function mergeMiddles(
  all: readonly Pieces[],
  resolve: (base: Pieces, mine: Pieces, theirs: Pieces) => string | undefined,
): string | undefined {
  const before = commonLength(all);
  const rests = all.map((pieces) => pieces.slice(before));
  const after = commonLength(rests.map((pieces) => pieces.toReversed()));
  const middles = rests.map((pieces) => pieces.slice(0, pieces.length - after));
  if (middles.some(({ length }) => length > PIECES_MAX)) return undefined;
  const [old = [], own = [], other = []] = middles;
  const merged = mergePieces(old, own, other, resolve);
  const [base = []] = all;
  const [start, end] = [base.slice(0, before), base.slice(base.length - after)];
  return merged === undefined ? undefined : start.join('') + merged + end.join('');
}
