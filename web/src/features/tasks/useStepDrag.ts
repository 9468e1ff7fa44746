import { useEffect, useEffectEvent, useState, type PointerEvent, type RefObject } from 'react';
import { edgeScroll } from '../../lib/edgeScroll';

const SLACK_PX = 4;

/** A step's handle that is pressed. */
interface Press {
  id: number;
  pointerId: number;
  y: number;
  /** How far the pointer is below the upper edge of the step. */
  offset: number;
}

/** The step that is dragged, as it would be if dropped now. Distances are in px. */
interface StepDrag {
  id: number;
  from: number;
  to: number;
  /** How far it is from its own place. */
  by: number;
  height: number;
  /** Where it will be, from the top of the list. */
  gap: number;
}

/**
 * Dragging steps into another order by their handles, `data-handle` in a row with `data-step`. Touch needs no long press:
 * the handle does not scroll. Escape cancels. `onDrop` has the step's id and its new place.
 */
export function useStepDrag(
  list: RefObject<HTMLElement | null>,
  onDrop: (id: number, to: number) => void,
): { drag: StepDrag | undefined; onPointerDown: (event: PointerEvent<HTMLElement>) => void } {
  const [press, setPress] = useState<Press>();
  const [drag, setDrag] = useState<StepDrag>();

  const follow = useEffectEvent((pressed: Press, y: number) =>
    setDrag(list.current ? dragAt(list.current, pressed, y) : undefined),
  );
  const drop = useEffectEvent((pressed: Press, y: number) => {
    const dropped = list.current && dragAt(list.current, pressed, y);
    if (dropped) onDrop(dropped.id, dropped.to);
  });

  useEffect(() => {
    if (!press) return undefined;
    let isActive = false;
    let { y } = press;
    let frame = 0;
    const scroll = () => {
      frame = requestAnimationFrame(scroll);
      const before = scrollY;
      window.scrollBy(0, edgeScroll(y, 0, innerHeight, press.y));
      if (scrollY !== before) follow(press, y);
    };
    const onPointerMove = (event: globalThis.PointerEvent) => {
      if (event.pointerId !== press.pointerId) return;
      y = event.clientY;
      if (!isActive && Math.abs(y - press.y) > SLACK_PX) {
        isActive = true;
        frame = requestAnimationFrame(scroll);
      }
      if (isActive) follow(press, y);
    };
    const end = () => {
      setPress(undefined);
      setDrag(undefined);
    };
    const onPointerUp = (event: globalThis.PointerEvent) => {
      if (event.pointerId !== press.pointerId) return;
      if (isActive) drop(press, y);
      end();
    };
    const onPointerCancel = (event: globalThis.PointerEvent) => {
      if (event.pointerId === press.pointerId) end();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      end();
    };
    addEventListener('pointermove', onPointerMove);
    addEventListener('pointerup', onPointerUp);
    addEventListener('pointercancel', onPointerCancel);
    addEventListener('keydown', onKeyDown, true);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('pointermove', onPointerMove);
      removeEventListener('pointerup', onPointerUp);
      removeEventListener('pointercancel', onPointerCancel);
      removeEventListener('keydown', onKeyDown, true);
    };
  }, [press]);

  return {
    drag,
    onPointerDown(event) {
      const handle = (event.target as HTMLElement).closest('[data-handle]');
      const row = handle?.closest<HTMLElement>('[data-step]');
      if (!handle || !row || press || event.button !== 0) return;
      // Around the list, a press on a task is the beginning of a drag to the hours.
      event.stopPropagation();
      // Also outside of the window.
      handle.setPointerCapture(event.pointerId);
      setPress({
        id: Number(row.dataset.step),
        pointerId: event.pointerId,
        y: event.clientY,
        offset: event.clientY - row.getBoundingClientRect().top,
      });
    },
  };
}

/** Where the pressed step is with the pointer at `y`; undefined if it is gone. Offsets have no drag in them. */
function dragAt(list: HTMLElement, { id, offset }: Press, y: number): StepDrag | undefined {
  const rows = [...list.children] as HTMLElement[];
  const from = rows.findIndex((row) => row.dataset.step === String(id));
  const held = rows[from];
  if (!held) return undefined;
  const height = held.offsetHeight;
  const wanted = y - offset - list.getBoundingClientRect().top;
  const top = Math.min(Math.max(wanted, 0), list.offsetHeight - height);
  // Another step makes room when the edge that comes towards it is over its middle.
  const to = rows.filter((row, index) => {
    const middle = row.offsetTop + row.offsetHeight / 2;
    return index !== from && middle < (index < from ? top : top + height);
  }).length;
  const place = rows[to] ?? held;
  return {
    id,
    from,
    to,
    by: top - held.offsetTop,
    height,
    gap: place.offsetTop + (to > from ? place.offsetHeight - height : 0),
  };
}

/** How far from its own place a row is drawn during a drag. */
export function shiftOf({ from, to, by, height }: StepDrag, index: number): number {
  if (index === from) return by;
  if (index > from && index <= to) return -height;
  return index < from && index >= to ? height : 0;
}
