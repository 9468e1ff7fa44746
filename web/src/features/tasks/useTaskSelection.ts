import { useRef, useState, type MouseEvent, type PointerEvent } from 'react';
import { isHeading, type ListItem } from './taskViews';

/** So long a finger rests on a row before that selects it. */
const HOLD_MS = 500;
/** So far it may move meanwhile. */
const SLACK_PX = 8;

interface Selection {
  /** What is listed: with another list nothing is selected. */
  list: string;
  ids: ReadonlySet<number>;
  /** The row from which Shift selects. */
  anchor: number | undefined;
}

const NOTHING: ReadonlySet<number> = new Set();

const nothingOf = (list: string): Selection => ({ list, ids: NOTHING, anchor: undefined });

/** The tasks of a list that are selected, and the handlers of an element around its rows, which have `data-task`. */
export interface TaskSelection {
  ids: ReadonlySet<number>;
  toggle: (id: number) => void;
  clear: () => void;
  handlers: {
    onClickCapture: (event: MouseEvent) => void;
    onMouseDownCapture: (event: MouseEvent) => void;
    onContextMenu: (event: MouseEvent) => void;
    onPointerDownCapture: (event: PointerEvent) => void;
  };
}

/**
 * Selects rows: Ctrl or ⌘ and a click one more, Shift and a click all from the last one, a finger that rests on a row that
 * one, and then each tap another. `list` names what is listed: with another list nothing is selected.
 */
export function useTaskSelection(list: string, items: readonly ListItem[]): TaskSelection {
  const [stored, setSelection] = useState(() => nothingOf(list));
  const selection = stored.list === list ? stored : nothingOf(list);
  if (selection !== stored) setSelection(selection);
  // What is gone from the list is no longer selected.
  const ids =
    selection.ids.size === 0
      ? NOTHING
      : new Set(idsOf(items).filter((id) => selection.ids.has(id)));
  const held = useRef(false);

  const toggle = (id: number) =>
    setSelection(({ ids: before }) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return { list, ids: next, anchor: id };
    });
  const extendTo = (id: number) => {
    const listed = idsOf(items);
    const [from, to] = [listed.indexOf(selection.anchor ?? id), listed.indexOf(id)];
    const range = listed.slice(Math.min(from, to), Math.max(from, to) + 1);
    setSelection({ list, ids: new Set([...ids, ...range]), anchor: selection.anchor ?? id });
  };
  return {
    ids,
    toggle,
    clear: () => setSelection(nothingOf(list)),
    handlers: {
      onClickCapture(event) {
        const id = taskAt(event.target);
        const isTap = (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch';
        const isHeld = held.current;
        held.current = false;
        if (id === undefined) return;
        const isForOne = event.ctrlKey || event.metaKey || (isTap && ids.size > 0);
        if (!isForOne && !event.shiftKey && !isHeld) return;
        event.preventDefault();
        event.stopPropagation();
        if (isHeld) return;
        if (event.shiftKey) extendTo(id);
        else toggle(id);
      },
      onMouseDownCapture(event) {
        // Shift and a click would select text.
        if (event.shiftKey && taskAt(event.target) !== undefined) event.preventDefault();
      },
      onContextMenu(event) {
        if (held.current) event.preventDefault();
      },
      onPointerDownCapture({ pointerType, pointerId, clientX, clientY, target }) {
        held.current = false;
        const id = taskAt(target);
        if (pointerType !== 'touch' || id === undefined || isControl(target)) return;
        const controller = new AbortController();
        const timer = setTimeout(() => {
          held.current = true;
          toggle(id);
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
            if (held.current) toggle(id);
            held.current = false;
            end();
          },
          { signal },
        );
        addEventListener('pointerup', end, { signal });
        addEventListener('pointercancel', end, { signal });
      },
    },
  };
}

const idsOf = (items: readonly ListItem[]): number[] =>
  items.flatMap((item) => (isHeading(item) ? [] : item.id));

const taskAt = (target: EventTarget): number | undefined => {
  const row = (target as Element).closest<HTMLElement>('[data-task]');
  return row ? Number(row.dataset.task) : undefined;
};

const isControl = (target: EventTarget): boolean =>
  (target as Element).closest('button, input, a, textarea, select, [data-handle]') !== null;
