import { DAY_MS } from '@daymark/contract/time/units';
import uFuzzy from '@leeoniya/ufuzzy';
import { composed, foldedIndexes, foldText, foundRange } from './foldText';
import { QUERY_MAX } from './queryMax';

/** Something that can be found. */
export interface Searched {
  /** Unique among all searched items. */
  key: string;
  /** The group of results to which it belongs. */
  kind: string;
  title: string;
  /** Other words that find the item. */
  keywords?: string;
  /** A long text, in which words are found by their beginnings. */
  text?: string;
  /** When the item was last changed, in ms since 1970. Later items rank higher. */
  at: number;
  /** Whether the item is done or over. Such an item ranks below others. */
  isPast?: boolean;
}

/** The ranges that match, as pairs of start and end. */
export type Ranges = readonly number[];

export interface Hit<Item extends Searched> {
  item: Item;
  score: number;
  /** The ranges that match in the title. */
  ranges: Ranges;
  /** The index of the match in the text, if the item was found by its text. */
  textAt?: number;
}

/** Matches titles with at most one wrong, missing, doubled or swapped letter in each typed word. */
const fuzzy = new uFuzzy({
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
  intraMode: 1,
});

/** At most this many words of a query are searched for. */
const WORDS_MAX = 12;
/**
 * Words that may have a wrong letter. uFuzzy builds an expression with every possible mistake, which is far too slow
 * for a very long word, or one in which letters and digits alternate. The excluded word is uFuzzy's own placeholder.
 */
const MAY_BE_WRONG = /^(?!eexxaacctt$)[\p{L}']{1,20}$/u;
/** At most this many titles get a close comparison. `nearest` chooses them. */
const CLOSE_MAX = 200;
/** Shortest query that is searched for in texts, in characters. A single letter is in nearly every text. */
const TEXT_QUERY_MIN = 2;
const PER_KIND = 8;
const IN_ALL = 24;

/** The base score of a match in a title. A match in a text has no base score. */
const ANY_MATCH = 20;
/** The most that recency adds to a score. A match at the beginning of a word adds more. */
const RECENCY_MAX = 8;

interface Entry<Item> {
  item: Item;
  folded: string;
  text: string | undefined;
}

/**
 * Creates the search of the palette. Its work between keystrokes is cut into slices. `put` only records an item, and
 * `work` indexes recorded items until its time is up. `search` finds the items that are indexed so far.
 */
export function createSearchIndex<Item extends Searched>() {
  const entries: Entry<Item>[] = [];
  /** The folded titles in the same order as `entries`, for uFuzzy. */
  const titles: string[] = [];
  const places = new Map<string, number>();
  const waiting = new Map<string, Item>();

  function workIn(item: Item): void {
    const folded = foldText(`${composed(item.title)} ${item.keywords ?? ''}`);
    const text = item.text === undefined ? undefined : foldedWords(item.text);
    const at = places.get(item.key) ?? entries.length;
    places.set(item.key, at);
    entries[at] = { item, folded, text };
    titles[at] = folded;
  }

  return {
    /** Records a new or changed item, to be indexed by `work`. */
    put: (item: Item): void => void waiting.set(item.key, item),

    /** Removes an item. The last item takes the removed item's position. */
    remove(key: string): void {
      waiting.delete(key);
      const at = places.get(key);
      if (at === undefined) return;
      places.delete(key);
      const last = entries.pop();
      titles.pop();
      if (!last || at === entries.length) return;
      entries[at] = last;
      titles[at] = last.folded;
      places.set(last.item.key, at);
    },

    /**
     * Indexes recorded items for about `ms` milliseconds, and at least one item. Returns whether all items are indexed.
     */
    work(ms: number): boolean {
      const until = performance.now() + ms;
      for (const [key, item] of waiting) {
        waiting.delete(key);
        workIn(item);
        if (performance.now() > until) break;
      }
      return waiting.size === 0;
    },

    isComplete: (): boolean => waiting.size === 0,
    /**
     * Returns the best matches, at most eight of a kind and 24 in all. Recency is counted from `now`. `boost` adds to
     * an item's score.
     */
    search(query: string, now: number, boost: (key: string) => number): Hit<Item>[] {
      const needle = foldText(composed(query.slice(0, QUERY_MAX))).trim();
      if (needle === '') return [];
      const hits = new Map<string, Hit<Item>>();
      for (const { at, quality, ranges } of matchingTitles(titles, entries, needle)) {
        const entry = entries[at];
        if (!entry) continue;
        const { item } = entry;
        hits.set(item.key, {
          item,
          score: quality + bonus(item, now) + boost(item.key),
          ranges,
        });
      }
      if (needle.length >= TEXT_QUERY_MIN) {
        const words = distinctWords(needle, /[^\p{L}\p{N}]+/u);
        const inTexts: Hit<Item>[] = [];
        // A short word is in thousands of texts, so only the hits that can be shown are kept.
        let lowest = -Infinity;
        for (const { item, text } of entries) {
          if (text === undefined || hits.has(item.key)) continue;
          const score = bonus(item, now) + boost(item.key);
          if (score <= lowest) continue;
          const textAt = firstIndexOf(words, text);
          if (textAt === undefined) continue;
          inTexts.push({ item, score, ranges: [], textAt });
          if (inTexts.length < 4 * PER_KIND) continue;
          inTexts.sort((one, other) => other.score - one.score).splice(PER_KIND);
          lowest = inTexts.at(-1)?.score ?? lowest;
        }
        for (const hit of inTexts) hits.set(hit.item.key, hit);
      }
      return best([...hits.values()]).map(asWritten);
    },
  };
}

/**
 * Returns the folded text with a space before it, and with spaces in place of all punctuation. The index of " word" in
 * the result is the index of the word in the folded text.
 */
const foldedWords = (text: string): string =>
  ` ${foldText(composed(text)).replace(/[^\p{L}\p{N}]/gu, ({ length }) => ' '.repeat(length))}`;

/** Returns the hit with indexes into the title and text as they are written, instead of the folded ones. */
function asWritten<Item extends Searched>(hit: Hit<Item>): Hit<Item> {
  const { item, ranges, textAt } = hit;
  const indexes = foldedIndexes(composed(item.title));
  const inTitle: number[] = [];
  for (let nth = 0; nth < ranges.length; nth += 2) {
    const [start = 0, end = 0] = ranges.slice(nth, nth + 2);
    if (end < indexes.length) inTitle.push(...foundRange(indexes, start, end));
  }
  return {
    ...hit,
    ranges: inTitle,
    ...(textAt !== undefined && {
      textAt: foldedIndexes(composed(item.text ?? ''))[textAt] ?? 0,
    }),
  };
}

/** Returns the index at which the first of the words begins, if every word begins a word of the text. */
function firstIndexOf(words: readonly string[], text: string): number | undefined {
  let first = Infinity;
  for (const word of words) {
    const at = text.indexOf(` ${word}`);
    if (at < 0) return undefined;
    first = Math.min(first, at);
  }
  return Number.isFinite(first) ? first : undefined;
}

interface TitleMatch {
  at: number;
  quality: number;
  ranges: Ranges;
}

/**
 * Finds the titles that contain every word, in any order. Each word is searched for separately, because an expression
 * with all of them would try every combination of their positions.
 */
function* matchingTitles(
  titles: string[],
  entries: readonly Entry<Searched>[],
  needle: string,
): Generator<TitleMatch> {
  // The longest word is probably in the fewest titles.
  const words = distinctWords(needle, /[^\p{L}\d']+/u).sort((a, b) => b.length - a.length);
  if (words.length === 0) return;
  let found: number[] | undefined;
  for (const word of words) found = titlesWith(word, titles, found);
  const close = nearest(found ?? [], titles, entries, needle);
  const misspelled = words.map((word) => misspelledPositions(word, close, titles));
  for (const at of close) {
    const positions: WordPosition[] = [];
    for (const [nth, word] of words.entries()) {
      const position = misspelled[nth]?.get(at) ?? positionIn(titles[at] ?? '', word, positions);
      if (position) positions.push(position);
    }
    yield { at, ...matchOf(positions.sort((a, b) => a.start - b.start)) };
  }
}

/** Returns the quality and the ranges of a match whose words are at these positions, in their order. */
function matchOf(positions: readonly WordPosition[]): Omit<TitleMatch, 'at'> {
  let quality = ANY_MATCH + (positions[0]?.start === 0 ? 8 : 0);
  let between = 0;
  let last = positions[0]?.start ?? 0;
  const ranges: number[] = [];
  for (const { start, end, begins, ends, added } of positions) {
    // Words at the beginning of a word, and whole words, count more.
    quality += (begins ? 10 : 0) + (ends ? 4 : 0) - 4 * added;
    between += Math.max(0, start - last);
    if (start >= last) ranges.push(start, end);
    last = Math.max(last, end);
  }
  return { quality: quality - Math.min(6, between / 4), ranges };
}

/** Returns the words of a query, each once. */
const distinctWords = (needle: string, separator: RegExp): string[] =>
  [...new Set(needle.split(separator))].filter(Boolean).slice(0, WORDS_MAX);

/** Returns the indexes of the titles that contain a word. */
function titlesWith(word: string, titles: string[], among?: number[]): number[] {
  if (MAY_BE_WRONG.test(word)) return fuzzy.filter(titles, word, among) ?? [];
  return (among ?? [...titles.keys()]).filter((at) => titles[at]?.includes(word));
}

/** The position of a word in a title. */
interface WordPosition {
  start: number;
  end: number;
  /** Whether the position begins a word of the title, and whether it ends one. */
  begins: boolean;
  ends: boolean;
  /** The number of letters of the title between those of the word. */
  added: number;
}

/** At most this many positions of a word in a title are compared. */
const POSITIONS_MAX = 20;

/**
 * Returns the position of a word in a title, preferably at the beginning of a word and outside the query's other words.
 */
function positionIn(
  title: string,
  word: string,
  others: readonly WordPosition[],
): WordPosition | undefined {
  const isBound = (at: number) => !/[\p{L}\d']/u.test(title.charAt(at));
  let free: WordPosition | undefined;
  let taken: WordPosition | undefined;
  let start = title.indexOf(word);
  for (
    let nth = 0;
    start >= 0 && nth < POSITIONS_MAX;
    nth++, start = title.indexOf(word, start + 1)
  ) {
    const end = start + word.length;
    const isFree = others.every((other) => end <= other.start || start >= other.end);
    const begins = isFree && isBound(start - 1);
    const position = { start, end, begins, ends: isFree && isBound(end), added: 0 };
    if (begins) return position;
    if (isFree) free ??= position;
    taken ??= position;
  }
  return free ?? taken;
}

/** Returns the positions of a word in the titles that contain it only with a wrong letter. */
function misspelledPositions(
  word: string,
  among: readonly number[],
  titles: string[],
): ReadonlyMap<number, WordPosition> {
  const wrong = among.filter((at) => !titles[at]?.includes(word));
  if (wrong.length === 0) return new Map();
  const { ranges, intraIns } = fuzzy.info(wrong, titles, word);
  return new Map(
    wrong.map((at, nth) => {
      const [start = 0, end = start] = ranges[nth] ?? [];
      return [at, { start, end, begins: false, ends: false, added: intraIns[nth] ?? 0 }];
    }),
  );
}

/**
 * Returns the titles to compare closely, at most `CLOSE_MAX`. Titles that begin with the query come first, then titles
 * with a word that begins with it, then recent ones.
 */
function nearest(
  found: number[],
  titles: readonly string[],
  entries: readonly Entry<Searched>[],
  needle: string,
): number[] {
  if (found.length <= CLOSE_MAX) return found;
  const rank = (at: number) => {
    const title = titles[at] ?? '';
    return title.startsWith(needle) ? 0 : title.includes(` ${needle}`) ? 1 : 2;
  };
  return found
    .map((at) => ({ at, rank: rank(at), time: entries[at]?.item.at ?? 0 }))
    .sort((a, b) => a.rank - b.rank || b.time - a.time)
    .slice(0, CLOSE_MAX)
    .map(({ at }) => at)
    .sort((a, b) => a - b);
}

/** Returns the score for recency, which halves with each week since the last change. Past items have a lower score. */
const bonus = ({ at, isPast }: Searched, now: number): number =>
  RECENCY_MAX / 2 ** (Math.max(0, now - at) / (7 * DAY_MS)) - (isPast ? 6 : 0);

/** Returns the best hits of each kind. The kinds are in the order of their best hits. */
function best<Item extends Searched>(hits: Hit<Item>[]): Hit<Item>[] {
  const kinds = new Map<string, Hit<Item>[]>();
  let count = 0;
  for (const hit of hits.sort((a, b) => b.score - a.score)) {
    const own = kinds.get(hit.item.kind) ?? [];
    if (own.length === PER_KIND || count === IN_ALL) continue;
    kinds.set(hit.item.kind, [...own, hit]);
    count++;
  }
  return [...kinds.values()].flat();
}
