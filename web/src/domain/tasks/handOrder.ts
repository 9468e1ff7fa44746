import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

/** Returns an item's place among the others, compared as text; null if it was never placed. */
type KeyOf<Item> = (item: Item) => string | null;

/** A new position of a task. */
export interface Move {
  id: number;
  position: string;
}

/** Returns positions for `count` items that come after these. */
export const lastPositions = (keys: readonly (string | null)[], count: number): string[] =>
  generateNKeysBetween(keys.at(-1) ?? null, null, count);

/**
 * The positions to change so that the item at `from` comes to the place `to`: that of this item alone, unless some have
 * no position, two the same, or too little room between them.
 */
export function movedPositions<Item extends { id: number }>(
  items: readonly Item[],
  from: number,
  to: number,
  keyOf: KeyOf<Item>,
  random: () => number = Math.random,
): Move[] {
  const moved = items[from];
  if (!moved || from === to || to < 0 || to >= items.length) return [];
  const others = items.filter((item) => item !== moved);
  const keys = others.map(keyOf);
  const isPlaced = keys.every(
    (key, index) => key !== null && (index === 0 || (keys[index - 1] ?? '') < key),
  );
  if (isPlaced) {
    const position = between(keys[to - 1] ?? null, keys[to] ?? null, random);
    if (position.length <= LENGTH_MAX) return [{ id: moved.id, position }];
  }
  const order = others.toSpliced(to, 0, moved);
  const positions = generateNKeysBetween(null, null, order.length);
  return order.map(({ id }, index) => ({ id, position: positions[index] ?? '' }));
}

/** Between two places there are as many choices as this many bits have: two devices choose different ones. */
const RANDOM_BITS = 16;

/** Longer ones are made anew: the contract allows 200 characters. */
const LENGTH_MAX = 150;

function between(low: string | null, high: string | null, random: () => number): string {
  let [from, to] = [low, high];
  let key = generateKeyBetween(from, to);
  for (let bit = 0; bit < RANDOM_BITS; bit++) {
    if (random() < 0.5) from = key;
    else to = key;
    key = generateKeyBetween(from, to);
  }
  return key;
}
