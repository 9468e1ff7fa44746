import { textFields } from '@daymark/contract/texts';
import type { CollectionName } from '@daymark/contract/changes';

/** Matches a word that a person wrote. Each word is unique, so that it can be found. */
const WORD = /\bw\d+\b/g;

/** Returns the words in some texts. */
export const wordsIn = (...texts: readonly unknown[]): Set<string> =>
  new Set(texts.flatMap((text) => (typeof text === 'string' ? (text.match(WORD) ?? []) : [])));

/** Returns the texts that a person wrote into a record. */
export const textsOf = (collection: CollectionName, record: object): unknown[] =>
  [...textFields[collection], 'text'].map((field) => Reflect.get(record, field) as unknown);

interface Word {
  userId: number;
  /** The action that wrote the word. */
  what: string;
}

/**
 * Keeps every word that the people of a simulation wrote, to find the words that are nowhere although no person removed
 * them. Also counts how often each mutation changes the server. `findWords` returns the words that are somewhere.
 */
export function createLedger(findWords: (userId: number) => Set<string>) {
  const words = new Map<string, Word>();
  /** Words that people removed or replaced after they had seen them, or lost despite a warning. */
  const removed = new Set<string>();
  /** The number of times each mutation has changed the server. */
  const applied = new Map<string, number>();
  const violations: string[] = [];
  let count = 0;

  return {
    violations,

    /** Returns a new word that a person writes. */
    word(userId: number, what: string): string {
      const word = `w${++count}`;
      words.set(word, { userId, what });
      return word;
    },

    /** Records that a person has seen these words and removed them. */
    remove(gone: Iterable<string>): void {
      for (const word of gone) removed.add(word);
    },

    isRemoved: (word: string): boolean => removed.has(word),

    /** Records that a mutation changed the server. Adds a violation if the mutation had already changed the server. */
    written(key: string | undefined): void {
      if (key === undefined) return;
      const times = (applied.get(key) ?? 0) + 1;
      applied.set(key, times);
      if (times > 1) violations.push(`${key} changed the server twice.`);
    },

    /** Adds a violation for each word that is nowhere although no person removed it. */
    check(): void {
      const found = new Map<number, Set<string>>();
      for (const [word, { userId, what }] of words) {
        if (removed.has(word)) continue;
        if (!found.has(userId)) found.set(userId, findWords(userId));
        if (found.get(userId)?.has(word)) continue;
        violations.push(`${word} was lost: ${what}.`);
        removed.add(word);
      }
    },
  };
}
