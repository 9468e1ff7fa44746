import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

/** Returns an item's position, or null if the item has none. Positions are compared as text. */
type KeyOf<Item> = (item: Item) => string | null;

/** A new position of a task. */
export interface Move {
  id: number;
  position: string;
}

/** Returns positions for `count` items that come after the items with these keys. */
export const lastPositions = (keys: readonly (string | null)[], count: number): string[] =>
  generateNKeysBetween(keys.at(-1) ?? null, null, count);

/**
 * Returns the positions to change so that the item at index `from` comes to index `to`. Only this item's position
 * changes, unless another item has no position, two items have the same position, or the new position would be too
 * long.
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

/** Random bits in a new position, so that two devices choose different positions between the same two items. */
const RANDOM_BITS = 16;

/**
 * Longest position, in characters. If a new position would be longer, all items get new positions. The contract allows
 * 200.
 */
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
