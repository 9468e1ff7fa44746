import { textFields } from '@daymark/contract/texts';
import type { CollectionName } from '@daymark/contract/changes';

/** A word that a person wrote: no two are the same, so that each can be looked for. */
const WORD = /\bw\d+\b/g;

/** The words in some texts. */
export const wordsIn = (...texts: readonly unknown[]): Set<string> =>
  new Set(texts.flatMap((text) => (typeof text === 'string' ? (text.match(WORD) ?? []) : [])));

/** The texts that a person wrote into a record. */
export const textsOf = (collection: CollectionName, record: object): unknown[] =>
  [...textFields[collection], 'text'].map((field) => Reflect.get(record, field) as unknown);

interface Word {
  userId: number;
  /** What was done when it was written. */
  what: string;
}

/**
 * Every word that the people of a simulation wrote, to ask whether one of them is nowhere although nobody has removed
 * it. Also counts how often each mutation changes the server. `findWords` collects the words that are somewhere.
 */
export function createLedger(findWords: (userId: number) => Set<string>) {
  const words = new Map<string, Word>();
  /** What people removed or replaced after they had seen it, or lost in spite of a warning. */
  const removed = new Set<string>();
  /** How often a mutation has changed the server. */
  const applied = new Map<string, number>();
  const violations: string[] = [];
  let count = 0;

  return {
    violations,

    /** A new word that a person writes. */
    word(userId: number, what: string): string {
      const word = `w${++count}`;
      words.set(word, { userId, what });
      return word;
    },

    /** A person has seen these words and taken them away. */
    remove(gone: Iterable<string>): void {
      for (const word of gone) removed.add(word);
    },

    isRemoved: (word: string): boolean => removed.has(word),

    /** A request changed the server. */
    written(key: string | undefined): void {
      if (key === undefined) return;
      const times = (applied.get(key) ?? 0) + 1;
      applied.set(key, times);
      if (times > 1) violations.push(`${key} changed the server twice.`);
    },

    /** Notes a violation for each word that is nowhere. */
    check(): void {
      const found = new Map<number, Set<string>>();
      for (const [word, { userId, what }] of words) {
        if (removed.has(word)) continue;
        if (!found.has(userId)) found.set(userId, findWords(userId));
        if (found.get(userId)?.has(word)) continue;
        violations.push(`${word} is nowhere: ${what}.`);
        removed.add(word);
      }
    },
  };
}
