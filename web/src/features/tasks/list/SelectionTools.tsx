import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { preloadLater } from '../../../lib/browser/preload';
import { lazyComponent } from '../../../ui/lazyComponent';
import { isControl } from '../../../records/tasks/taskPress';
import { taskAt } from '../row/taskAt';
import { isHeading, type ListItem } from '../../../domain/tasks/taskViews';
import type { ShownTask } from '../../../domain/shownRecords';

const SelectionBar = lazyComponent(() => import('./SelectionBar'));

/** So long a finger rests on a row before that selects it. */
const HOLD_MS = 500;
/** So far it may move meanwhile. */
const SLACK_PX = 8;

interface SelectionToolsProps {
  /** The element around the rows. */
  area: RefObject<HTMLElement | null>;
  items: readonly ListItem[];
  /** The tasks that are selected. */
  ids: ReadonlySet<number>;
  onSelect: (ids: ReadonlySet<number>) => void;
}

/**
 * Selects rows: Ctrl or ⌘ and a click one more, Shift and a click all from the last one, a finger that rests on a row that
 * one, and then each tap another. What is selected can be changed at once.
 */
export function SelectionTools({ area, items, ids, onSelect }: SelectionToolsProps) {
  /** The row from which Shift selects. */
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
        // It was the beginning of a drag.
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
    // On the window, which every press reaches first: a row's handle stops its own.
    addEventListener('pointerdown', () => void (isHeld.current = false), capture);
    element?.addEventListener('click', onClick, capture);
    element?.addEventListener('pointerdown', onPointerDown, capture);
    element?.addEventListener(
      'mousedown',
      (event) => {
        // Shift and a click would select text.
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

  // What is gone from the list is no longer selected.
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
