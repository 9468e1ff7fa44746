import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { preloadLater } from '../../../lib/browser/preload';
import { lazyComponent } from '../../../ui/lazyComponent';
import { isControl } from '../../../records/tasks/taskPress';
import { taskAt } from '../row/taskAt';
import { isHeading, type ListItem } from '../../../domain/tasks/taskViews';
import type { ShownTask } from '../../../domain/shownRecords';

const SelectionBar = lazyComponent(() => import('./SelectionBar'));

/** How long a touch must last to select a row, in ms. */
const HOLD_MS = 500;
/** How far the finger may move during a long press, in px. */
const SLACK_PX = 8;

interface SelectionToolsProps {
  /** The element around the rows. */
  area: RefObject<HTMLElement | null>;
  items: readonly ListItem[];
  ids: ReadonlySet<number>;
  onSelect: (ids: ReadonlySet<number>) => void;
}

/**
 * Selects rows. Ctrl or ⌘ with a click selects or deselects a row. Shift with a click selects all rows between the
 * clicked row and the row that was last selected or deselected. On touch screens a long press selects a row, and after
 * that each tap selects or deselects a row. The selected tasks can be changed together.
 */
export function SelectionTools({ area, items, ids, onSelect }: SelectionToolsProps) {
  /** The row that Shift extends the selection from. */
  const anchor = useRef<number>(undefined);
  const isHeld = useRef(false);

  const toggle = (id: number) => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    anchor.current = id;
    onSelect(next);
  };
  const extendTo = (id: number) => {
    const listed = items.flatMap((item) => (isHeading(item) ? [] : item.id));
    anchor.current ??= id;
    const [from, to] = [listed.indexOf(anchor.current), listed.indexOf(id)];
    const range = listed.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1);
    onSelect(new Set([...ids, ...range]));
  };
  const onClick = useEffectEvent((event: PointerEvent) => {
    const id = taskAt(event.target);
    const wasHeld = isHeld.current;
    isHeld.current = false;
    if (id === undefined) return;
    const isTap = event.pointerType === 'touch' && ids.size > 0;
    const isForOne = event.ctrlKey || event.metaKey || isTap;
    if (!isForOne && !event.shiftKey && !wasHeld) return;
    event.preventDefault();
    event.stopPropagation();
    if (wasHeld) return;
    if (event.shiftKey) extendTo(id);
    else toggle(id);
  });
  const onHold = useEffectEvent(toggle);
  const onPointerDown = useEffectEvent((press: PointerEvent) => {
    const { pointerId, clientX, clientY, target } = press;
    const id = taskAt(target);
    if (press.pointerType !== 'touch' || id === undefined || isControl(target)) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      isHeld.current = true;
      onHold(id);
      if ('vibrate' in navigator) navigator.vibrate(10);
    }, HOLD_MS);
    const end = () => {
      clearTimeout(timer);
      controller.abort();
    };
    const { signal } = controller;
    addEventListener(
      'pointermove',
      (moved) => {
        if (moved.pointerId !== pointerId) return;
        if (Math.hypot(moved.clientX - clientX, moved.clientY - clientY) <= SLACK_PX) return;
        // The long press became a drag, so its selection is undone.
        if (isHeld.current) onHold(id);
        isHeld.current = false;
        end();
      },
      { signal },
    );
    addEventListener('pointerup', end, { signal });
    addEventListener('pointercancel', end, { signal });
  });
  useEffect(() => preloadLater(SelectionBar.preload), []);
  useEffect(() => {
    const { current: element } = area;
    const controller = new AbortController();
    const capture = { capture: true, signal: controller.signal };
    // Listens on the window, which receives a press before a row's handle can stop it.
    addEventListener('pointerdown', () => void (isHeld.current = false), capture);
    element?.addEventListener('click', onClick, capture);
    element?.addEventListener('pointerdown', onPointerDown, capture);
    element?.addEventListener(
      'mousedown',
      (event) => {
        // Shift with a click would select text.
        if (event.shiftKey && taskAt(event.target) !== undefined) event.preventDefault();
      },
      capture,
    );
    element?.addEventListener(
      'contextmenu',
      (event) => {
        if (isHeld.current) event.preventDefault();
      },
      capture,
    );
    return () => controller.abort();
  }, [area]);

  // Tasks that have left the list are not selected.
  const selected =
    ids.size === 0
      ? []
      : items.filter((item): item is ShownTask => !isHeading(item) && ids.has(item.id));
  return (
    selected.length > 0 && (
      <SelectionBar
        tasks={selected}
        onClose={() => {
          anchor.current = undefined;
          onSelect(new Set());
        }}
      />
    )
  );
}
