import { DAY_MS } from '@daymark/contract/time/units';
import uFuzzy from '@leeoniya/ufuzzy';
import { composed, foldedPlaces, foldText, foundRange } from './foldText';
import { QUERY_MAX } from './queryMax';

/** Something that can be found. */
export interface Searched {
  /** Unique among all that is searched. */
  key: string;
  /** Its group of results. */
  kind: string;
  title: string;
  /** Other words by which it is found. */
  keywords?: string;
  /** A long text, of which the beginnings of words are found. */
  text?: string;
  /** When it was last changed, in ms; later ones rank higher. */
  at: number;
  /** Ranks below others: what is done. */
  isPast?: boolean;
}

/** Where something matches: pairs of start and end. */
export type Ranges = readonly number[];

export interface Hit<Item extends Searched> {
  item: Item;
  score: number;
  /** What matches in the title. */
  ranges: Ranges;
  /** What matches of the text, if that is what was found: its place in the text. */
  textAt?: number;
}

/** A title may have one wrong, missing, doubled or swapped letter in each word that is typed. */
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
 * Words that may have a wrong letter. uFuzzy writes an expression with every possible mistake, so a very long word would
 * take minutes, and so would one in which letters and digits alternate. The excluded word is its own placeholder.
 */
const MAY_BE_WRONG = /^(?!eexxaacctt$)[\p{L}']{1,20}$/u;
/** At most this many titles get a close comparison. Titles that start with the query come first, then recent ones. */
const CLOSE_MAX = 200;
/** A letter is in nearly every text. */
const TEXT_QUERY_MIN = 2;
const PER_KIND = 8;
const IN_ALL = 24;

/** What a match in a title is worth at least: more than one in a text. */
const ANY_MATCH = 20;
/** How much recency counts: less than half of a matching word. */
const RECENCY_MAX = 8;

interface Entry<Item> {
  item: Item;
  folded: string;
  text: string | undefined;
}

/**
 * The search of the palette. Its work beside the keystrokes is cut into slices: `put` only notes what changed, and `work`
 * does it until its time is up. `search` finds what has been worked in so far.
 */
export function createSearchIndex<Item extends Searched>() {
  const entries: Entry<Item>[] = [];
  /** Of the same order as `entries`, as uFuzzy reads it. */
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
    /** Notes a new or changed item. */
    put: (item: Item): void => void waiting.set(item.key, item),

    /** Removes an item. The last one takes its place. */
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

    /** Works in what was put, for at most so many ms. Whether everything is. */
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
    /** The best matches, at most eight of a kind. `now` is what recency is counted from, `boost` adds to an item's score. */
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
        // A short word is in thousands of texts: only what can be shown is kept.
        let lowest = -Infinity;
        for (const { item, text } of entries) {
          if (text === undefined || hits.has(item.key)) continue;
          const score = bonus(item, now) + boost(item.key);
          if (score <= lowest) continue;
          const textAt = placeOf(words, text);
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

/** The folded text as words after single spaces, each at its place in the folded text. */
const foldedWords = (text: string): string =>
  ` ${foldText(composed(text)).replace(/[^\p{L}\p{N}]/gu, ({ length }) => ' '.repeat(length))}`;

/** The hit with its places in the title and the text as they are written. Before that they are in the folded ones. */
function asWritten<Item extends Searched>(hit: Hit<Item>): Hit<Item> {
  const { item, ranges, textAt } = hit;
  const places = foldedPlaces(composed(item.title));
  const inTitle: number[] = [];
  for (let nth = 0; nth < ranges.length; nth += 2) {
    const [start = 0, end = 0] = ranges.slice(nth, nth + 2);
    if (end < places.length) inTitle.push(...foundRange(places, start, end));
  }
  return {
    ...hit,
    ranges: inTitle,
    ...(textAt !== undefined && {
      textAt: foldedPlaces(composed(item.text ?? ''))[textAt] ?? 0,
    }),
  };
}

/** Where the first of the words begins, if every word begins a word of the text. */
function placeOf(words: readonly string[], text: string): number | undefined {
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
 * The titles in which every word is, in any order. Each word is looked for by itself: an expression with all of them
 * would try every combination of their places.
 */
function* matchingTitles(
  titles: string[],
  entries: readonly Entry<Searched>[],
  needle: string,
): Generator<TitleMatch> {
  // The longest is in the fewest titles.
  const words = distinctWords(needle, /[^\p{L}\d']+/u).sort((a, b) => b.length - a.length);
  if (words.length === 0) return;
  let found: number[] | undefined;
  for (const word of words) found = titlesWith(word, titles, found);
  const close = nearest(found ?? [], titles, entries, needle);
  const misspelled = words.map((word) => misspelledPlaces(word, close, titles));
  for (const at of close) {
    const places: WordPlace[] = [];
    for (const [nth, word] of words.entries()) {
      const place = misspelled[nth]?.get(at) ?? placeIn(titles[at] ?? '', word, places);
      if (place) places.push(place);
    }
    yield { at, ...matchOf(places.sort((a, b) => a.start - b.start)) };
  }
}

/** How good a match is whose words are at these places, in their order. */
function matchOf(places: readonly WordPlace[]): Omit<TitleMatch, 'at'> {
  let quality = ANY_MATCH + (places[0]?.start === 0 ? 8 : 0);
  let between = 0;
  let last = places[0]?.start ?? 0;
  const ranges: number[] = [];
  for (const { start, end, begins, ends, added } of places) {
    // Each word at the beginning of a word, each whole word.
    quality += (begins ? 10 : 0) + (ends ? 4 : 0) - 4 * added;
    between += Math.max(0, start - last);
    if (start >= last) ranges.push(start, end);
    last = Math.max(last, end);
  }
  return { quality: quality - Math.min(6, between / 4), ranges };
}

/** The words of a query, each once. */
const distinctWords = (needle: string, separator: RegExp): string[] =>
  [...new Set(needle.split(separator))].filter(Boolean).slice(0, WORDS_MAX);

/** Which of the titles have a word in them. */
function titlesWith(word: string, titles: string[], among?: number[]): number[] {
  if (MAY_BE_WRONG.test(word)) return fuzzy.filter(titles, word, among) ?? [];
  return (among ?? [...titles.keys()]).filter((at) => titles[at]?.includes(word));
}

/** Where a word is in a title. */
interface WordPlace {
  start: number;
  end: number;
  /** Whether it is at the beginning and at the end of a word of the title. */
  begins: boolean;
  ends: boolean;
  /** Letters of the title between those of the word. */
  added: number;
}

/** At most this many places of a word in a title are compared. */
const PLACES_MAX = 20;

/** Where a word is in a title, at the beginning of a word if possible, and not where another word of the query is. */
function placeIn(title: string, word: string, others: readonly WordPlace[]): WordPlace | undefined {
  const isBound = (at: number) => !/[\p{L}\d']/u.test(title.charAt(at));
  let free: WordPlace | undefined;
  let taken: WordPlace | undefined;
  let start = title.indexOf(word);
  for (let nth = 0; start >= 0 && nth < PLACES_MAX; nth++, start = title.indexOf(word, start + 1)) {
    const end = start + word.length;
    const isFree = others.every((other) => end <= other.start || start >= other.end);
    const begins = isFree && isBound(start - 1);
    const place = { start, end, begins, ends: isFree && isBound(end), added: 0 };
    if (begins) return place;
    if (isFree) free ??= place;
    taken ??= place;
  }
  return free ?? taken;
}

/** The places of a word in those titles that only have it with a wrong letter. */
function misspelledPlaces(
  word: string,
  among: readonly number[],
  titles: string[],
): ReadonlyMap<number, WordPlace> {
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

/** Titles that can be compared closely: all, or those that begin with the query, then those with a word that does, then recent ones. */
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

/** Halves with each week since the last change. */
const bonus = ({ at, isPast }: Searched, now: number): number =>
  RECENCY_MAX / 2 ** (Math.max(0, now - at) / (7 * DAY_MS)) - (isPast ? 6 : 0);

/** The best of each kind. A kind is where its best one is. */
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
