/** So near to an edge a drag scrolls. */
const EDGE_PX = 44;
/** By so much with each frame. */
const SCROLL_PX = 12;

/**
 * By how many px a drag at `at` scrolls what is visible from `low` to `high`, along one axis. Only in the direction of
 * the drag, which began at `began`: one that starts at an edge must not scroll at once.
 */
export function edgeScroll(at: number, low: number, high: number, began: number): number {
  if (at < Math.min(low + EDGE_PX, began)) return -SCROLL_PX;
  return at > Math.max(high - EDGE_PX, began) ? SCROLL_PX : 0;
}
