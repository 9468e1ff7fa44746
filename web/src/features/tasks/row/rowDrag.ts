import { edgeScroll } from '../../../lib/browser/edgeScroll';

const SLACK_PX = 4;

/** A row as it would be if dropped now. Distances are in px. */
interface Drag {
  to: number;
  /** How far it is from its own place. */
  by: number;
  height: number;
  /** Where it will be, from the top of the list. */
  gap: number;
}

/** The press of a handle, and where the pointer is by now. */
interface Press {
  pointerId: number;
  clientY: number;
  y: number;
}

/**
 * Follows the pointer that pressed the handle of a row, and moves the row with it: the others make room. `rows` are those
 * that can change places, in their order, in the positioned element `list`. Touch needs no long press: handles don't
 * scroll. Escape cancels. `onDrop` gets the new place.
 */
export function dragRow(
  list: HTMLElement,
  rows: readonly HTMLElement[],
  row: HTMLElement,
  { pointerId, clientY, y: startY }: Press,
  onDrop: (to: number) => void,
): void {
  const from = rows.indexOf(row);
  const offset = clientY - row.getBoundingClientRect().top;
  let y = startY;
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

/** The drag with the row's upper edge at `edge` in the window. Offsets have no drag in them. */
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
  // Another row makes room when the edge that comes towards it is over its middle.
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

/** How far from its own place a row is drawn during a drag. */
function shiftOf({ to, by, height }: Drag, from: number, index: number): number {
  if (index === from) return by;
  if (index > from && index <= to) return -height;
  return index < from && index >= to ? height : 0;
}
