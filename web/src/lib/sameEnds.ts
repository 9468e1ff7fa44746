/** Whether two different objects count as the same. */
type IsSame<Item> = (a: Item, b: Item) => boolean;

/** How many items two lists have in common at their beginning, and how many others at their end. */
export function sameEnds<Item>(
  a: readonly Item[],
  b: readonly Item[],
  isSame: IsSame<Item> = () => false,
): { first: number; last: number } {
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
