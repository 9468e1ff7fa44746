/** Whether two different objects count as the same. */
type IsSame<Item> = (a: Item, b: Item) => boolean;

/** How many items two lists have in common at their beginning, and how many others at their end. */
export interface Ends {
  first: number;
  last: number;
}

const known = new WeakMap<readonly unknown[], Ends & { with: WeakRef<readonly unknown[]> }>();

/** Notes what `list` has in common with `from`, which it was made from. `sameEnds` then returns it without comparing. */
export function noteSameEnds(from: readonly unknown[], list: readonly unknown[], ends: Ends): void {
  known.set(list, { ...ends, with: new WeakRef(from) });
}

/** What was noted of two lists; undefined if nothing was. */
export function notedEnds(a: readonly unknown[], b: readonly unknown[]): Ends | undefined {
  const noted = known.get(b);
  return noted?.with.deref() === a ? noted : undefined;
}

/** What two lists have in common. Looks into neither where it was noted: they can have ten thousand items. */
export function sameEnds<Item>(
  a: readonly Item[],
  b: readonly Item[],
  isSame: IsSame<Item> = () => false,
): Ends {
  const noted = notedEnds(a, b);
  if (noted) return noted;
  const at = (items: readonly Item[], index: number) => items[index] as Item;
  const shorter = Math.min(a.length, b.length);
  let first = 0;
  while (first < shorter && (a[first] === b[first] || isSame(at(a, first), at(b, first)))) first++;
  let [i, j] = [a.length - 1, b.length - 1];
  while (i >= first && j >= first && (a[i] === b[j] || isSame(at(a, i), at(b, j)))) {
    i--;
    j--;
  }
  return { first, last: a.length - 1 - i };
}
