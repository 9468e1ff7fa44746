import { edgeScroll } from '../../../lib/browser/edgeScroll';

const SLACK_PX = 4;

/** The state of a drag, as if the row were dropped now. Distances are in px. */
interface Drag {
  to: number;
  /** Distance of the row from its original position. */
  by: number;
  height: number;
  /** Distance from the top of the list to the gap for the row. */
  gap: number;
}

/** The press of a handle. */
interface Press {
  pointerId: number;
  clientY: number;
}

/**
 * Follows the pointer that pressed a row's handle, and moves the row with it. The other rows make space. `rows` are the
 * rows that can change places, in order, inside the positioned element `list`. Touch needs no long press, because
 * handles don't scroll. Escape cancels. `onDrop` receives the new index.
 */
export function dragRow(
  list: HTMLElement,
  rows: readonly HTMLElement[],
  row: HTMLElement,
  { pointerId, clientY }: Press,
  onDrop: (to: number) => void,
): void {
  const from = rows.indexOf(row);
  const offset = clientY - row.getBoundingClientRect().top;
  let y = clientY;
  let frame = 0;
  let drag: Drag | undefined;

  const follow = () => {
    drag = dragAt(list, rows, from, y - offset);
    list.dataset.dragging = 'true';
    row.dataset.held = 'true';
    list.style.setProperty('--gap', `${drag.gap}px`);
    list.style.setProperty('--held', `${drag.height}px`);
    for (const [index, other] of rows.entries())
      other.style.translate = `0 ${shiftOf(drag, from, index)}px`;
  };
  const scroll = () => {
    frame = requestAnimationFrame(scroll);
    const before = scrollY;
    window.scrollBy(0, edgeScroll(y, 0, innerHeight, clientY));
    if (scrollY !== before) follow();
  };
  const followIfMoved = () => {
    if (!drag && Math.abs(y - clientY) <= SLACK_PX) return;
    if (!drag) frame = requestAnimationFrame(scroll);
    follow();
  };
  const controller = new AbortController();
  const end = () => {
    controller.abort();
    cancelAnimationFrame(frame);
    delete list.dataset.dragging;
    delete row.dataset.held;
    for (const other of rows) other.style.translate = '';
  };
  const { signal } = controller;
  const onPointer =
    (act: (event: PointerEvent) => void): ((event: PointerEvent) => void) =>
    (event) => {
      if (event.pointerId === pointerId) act(event);
    };
  addEventListener(
    'pointermove',
    onPointer((event) => {
      y = event.clientY;
      followIfMoved();
    }),
    { signal },
  );
  addEventListener(
    'pointerup',
    onPointer(() => {
      const dropped = drag;
      end();
      if (dropped) onDrop(dropped.to);
    }),
    { signal },
  );
  addEventListener('pointercancel', onPointer(end), { signal });
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      end();
    },
    { capture: true, signal },
  );
  followIfMoved();
}

/**
 * Returns the state of the drag when the row's upper edge is at `edge` in the window. A drag only translates rows, so
 * their offsets don't change.
 */
function dragAt(list: HTMLElement, rows: readonly HTMLElement[], from: number, edge: number): Drag {
  const [held, first, last] = [rows[from], rows[0], rows.at(-1)] as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  const height = held.offsetHeight;
  const wanted = edge - list.getBoundingClientRect().top;
  const lowest = last.offsetTop + last.offsetHeight - height;
  const top = Math.min(Math.max(wanted, first.offsetTop), lowest);
  // A row makes space once the dragged row's edge has passed the middle of that row.
  const to = rows.filter((row, index) => {
    const middle = row.offsetTop + row.offsetHeight / 2;
    return index !== from && middle < (index < from ? top : top + height);
  }).length;
  const place = rows[to] ?? held;
  return {
    to,
    by: top - held.offsetTop,
    height,
    gap: place.offsetTop + (to > from ? place.offsetHeight - height : 0),
  };
}

/** Returns how far from its original position a row is drawn during a drag, in px. */
function shiftOf({ to, by, height }: Drag, from: number, index: number): number {
  if (index === from) return by;
  if (index > from && index <= to) return -height;
  return index < from && index >= to ? height : 0;
}
