/** Distance that a finger must move sideways to start a swipe instead of a scroll, in px. */
const SLACK_PX = 10;
/** Distance that a row must be swiped to trigger its action, as a fraction of its width. */
const NEEDED = 0.3;
/**
 * Longest time that a finger may rest on a row before a swipe, in ms. A longer press selects the row, or drags it to
 * the hours.
 */
const REST_MAX_MS = 300;

/** The direction of a swipe. */
type SwipeSide = 'right' | 'left';

/**
 * Follows a finger on a row, and moves the row with it once the finger moves sideways. On the row's list item,
 * `data-swipe` is the direction, `data-swipe-label` the action of that direction, and `data-armed` whether a release
 * would trigger it. `onSwipe` is called when the row is released far enough. A scroll or a move back cancels.
 */
export function swipeRow(
  row: HTMLElement,
  { pointerId, clientX, clientY }: Pick<PointerEvent, 'pointerId' | 'clientX' | 'clientY'>,
  labels: Record<SwipeSide, string>,
  onSwipe: (side: SwipeSide) => void,
): void {
  const item = row.closest<HTMLElement>('li') ?? row;
  const needed = row.offsetWidth * NEEDED;
  let by: number | undefined;
  const controller = new AbortController();
  const rest = setTimeout(() => by === undefined && end(), REST_MAX_MS);
  const end = () => {
    clearTimeout(rest);
    controller.abort();
    row.style.translate = '';
    delete item.dataset.swipe;
    delete item.dataset.swipeLabel;
    delete item.dataset.armed;
  };
  const { signal } = controller;
  addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId !== pointerId) return;
      const [x, y] = [event.clientX - clientX, event.clientY - clientY];
      if (by === undefined && Math.abs(y) > SLACK_PX) end();
      if (by === undefined && Math.abs(x) <= Math.max(SLACK_PX, Math.abs(y))) return;
      by = x;
      row.style.translate = `${x}px 0`;
      const side = x > 0 ? 'right' : 'left';
      item.dataset.swipe = side;
      item.dataset.swipeLabel = labels[side];
      item.dataset.armed = String(Math.abs(x) >= needed);
    },
    { signal },
  );
  addEventListener(
    'pointerup',
    (event) => {
      if (event.pointerId !== pointerId) return;
      end();
      if (by !== undefined && Math.abs(by) >= needed) onSwipe(by > 0 ? 'right' : 'left');
    },
    { signal },
  );
  addEventListener('pointercancel', (event) => event.pointerId === pointerId && end(), { signal });
}
