/** Distance from an edge within which a drag scrolls, in px. */
const EDGE_PX = 44;
/** Distance that a drag scrolls with each frame, in px. */
const SCROLL_PX = 12;

/**
 * Returns how far a drag at `at` scrolls along one axis, in px. The part from `low` to `high` is visible. A drag that
 * began near an edge, at `began`, scrolls only after it has moved closer to the edge. Otherwise the drag would scroll
 * before the pointer moves.
 */
export function edgeScroll(at: number, low: number, high: number, began: number): number {
  if (at < Math.min(low + EDGE_PX, began)) return -SCROLL_PX;
  return at > Math.max(high - EDGE_PX, began) ? SCROLL_PX : 0;
}
