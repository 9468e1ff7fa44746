import uFuzzy from '@leeoniya/ufuzzy';
import { foldText } from './foldText';

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

/** A title may have one wrong, missing, doubled or swapped letter in each word. */
const fuzzy = new uFuzzy({
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
  intraMode: 1,
});

/** So many words are found in any order; of more, each only has to be there. */
const ANY_ORDER_MAX = 4;
/** So many titles are compared closely. Of more, those that begin with what was typed, then the latest. */
const CLOSE_MAX = 200;
/** A letter is in nearly every text. */
const TEXT_QUERY_MIN = 2;
const PER_KIND = 8;
const IN_ALL = 24;

/** What a match in a title is worth at least: more than one in a text. */
const ANY_MATCH = 20;
/** How much recency counts: less than half of a matching word. */
const RECENCY_MAX = 8;
const DAY_MS = 86_400_000;

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
    const folded = foldText(`${item.title.normalize('NFC')} ${item.keywords ?? ''}`);
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
      // uFuzzy would exclude what comes after a minus, and take what is in quotes to the letter.
      const needle = foldText(query.normalize('NFC').replace(/"|(^|\s)-+/g, ' ')).trim();
      if (needle === '') return [];
      const hits = new Map<string, Hit<Item>>();
      for (const { at, quality, ranges } of matchingTitles(titles, entries, needle)) {
        const entry = entries[at];
        if (!entry) continue;
        const { item } = entry;
        const inTitle = ranges.filter((end) => end <= item.title.length);
        hits.set(item.key, {
          item,
          score: quality + bonus(item, now) + boost(item.key),
          ranges: inTitle.length % 2 === 0 ? inTitle : inTitle.slice(0, -1),
        });
      }
      if (needle.length >= TEXT_QUERY_MIN) {
        const words = needle.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
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
      return best([...hits.values()]);
    },
  };
}

/** The text as words after single spaces, each at its place in the text. */
const foldedWords = (text: string): string =>
  ` ${foldText(text.normalize('NFC')).replace(/[^\p{L}\p{N}]/gu, ' ')}`;

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

function* matchingTitles(
  titles: string[],
  entries: readonly Entry<Searched>[],
  needle: string,
): Generator<TitleMatch> {
  let [found, info] = fuzzy.search(titles, needle, ANY_ORDER_MAX, CLOSE_MAX);
  if (found && !info) {
    const kept = nearest(found, titles, entries, needle);
    [found, info] = fuzzy.search(titles, needle, ANY_ORDER_MAX, CLOSE_MAX, kept);
  }
  // Of nothing it has no information, only an empty object.
  if (!found || found.length === 0) return;
  if (!info) {
    for (const at of found) yield { at, quality: ANY_MATCH, ranges: [] };
    return;
  }
  for (const [nth, at] of info.idx.entries()) {
    const count = (field: 'interLft2' | 'interRgt2' | 'intraIns' | 'interIns') =>
      info[field][nth] ?? 0;
    yield {
      at,
      quality:
        ANY_MATCH +
        // Each word at the beginning of a word, each whole word.
        10 * count('interLft2') +
        4 * count('interRgt2') +
        (info.start[nth] === 0 ? 8 : 0) -
        // Letters between those of one word, and between the words.
        4 * count('intraIns') -
        Math.min(6, count('interIns') / 4),
      ranges: info.ranges[nth] ?? [],
    };
  }
}

/** Of more titles than can be compared closely: those that begin with it, a word of which does, then the latest. */
function nearest(
  found: readonly number[],
  titles: readonly string[],
  entries: readonly Entry<Searched>[],
  needle: string,
): number[] {
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
