import { diff3Merge } from 'node-diff3';

/** At most this many pairs of equal pieces are compared. More could stop the page for a second. */
const PAIRS_MAX = 60_000;

const linesOf = (text: string) => text.split(/(?<=\n)/);
/** Words and signs, each with the space after it. */
const wordsOf = (text: string) => text.match(/(?:[\p{L}\p{N}]+|[^\s\p{L}\p{N}]|^)\s*/gu) ?? [];

/**
 * Merges two versions of a text that were both made from `base`: line by line, and word by word within the lines that
 * both changed. Returns undefined if both changed the same words, or if the texts are too long to compare.
 */
export function mergeTexts(base: string, mine: string, theirs: string): string | undefined {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  return mergePieces(linesOf(base), linesOf(mine), linesOf(theirs), (...lines) => {
    const [old = [], own = [], other = []] = lines.map((part) => wordsOf(part.join('')));
    return mergePieces(old, own, other, () => undefined);
  });
}

type Pieces = readonly string[];

/** How many pairs of equal pieces two lists have. */
function equalPairs(one: Pieces, other: Pieces): number {
  const counts = new Map<string, number>();
  for (const piece of one) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  return other.reduce((sum, piece) => sum + (counts.get(piece) ?? 0), 0);
}

/** Merges lists of pieces of a text. `resolve` merges what both changed. */
function mergePieces(
  base: Pieces,
  mine: Pieces,
  theirs: Pieces,
  resolve: (base: Pieces, mine: Pieces, theirs: Pieces) => string | undefined,
): string | undefined {
  if (equalPairs(base, mine) + equalPairs(base, theirs) > PAIRS_MAX) return undefined;
  const merged = diff3Merge([...mine], [...base], [...theirs]).map((region) =>
    region.ok
      ? region.ok.join('')
      : region.conflict && resolve(region.conflict.o, region.conflict.a, region.conflict.b),
  );
  return merged.includes(undefined) ? undefined : merged.join('');
}
