import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import { OVERLAY } from '../../../ui/dialogs/overlay';
import { useShortcuts } from '../../../ui/keys/useShortcuts';
import type { TaskRowActions } from '../row/TaskRow';
import { isHeading, type ListItem } from '../../../domain/tasks/taskViews';
import type { ShownTask } from '../../../domain/shownRecords';

/** What tells the keys which row has the focus. Lists have `data-rows`. */
interface RowKeys {
  onFocus: (event: Pick<FocusEvent, 'target'>) => void;
  onBlur: (event: Pick<FocusEvent, 'relatedTarget'>) => void;
}

const rowOf = (element: Element | null): HTMLElement | null | undefined =>
  element?.closest<HTMLElement>('[data-task]');

const boxOf = (list: HTMLElement | null, id: number) =>
  list?.querySelector<HTMLElement>(`[data-task="${id}"] > input`);

/**
 * The keys of a list of tasks. The focus moves between the checkboxes of the rows, which are in the order of Tab already,
 * and the other keys act on the row that has it. When that row leaves the list, the next one gets the focus.
 * `reach` draws a row that the list has not drawn, and focuses it.
 */
export function useRowKeys(
  list: RefObject<HTMLElement | null>,
  {
    items,
    actions,
    reach,
  }: {
    items: readonly ListItem[];
    actions: TaskRowActions;
    reach?: (id: number) => void;
  },
): RowKeys {
  const focus = (task: ShownTask | undefined) => {
    if (!task) return false;
    const box = boxOf(list.current, task.id);
    if (box) box.focus();
    else reach?.(task.id);
    return true;
  };
  /** The task whose row has the focus. Steps have keys of their own. */
  const focused = () => {
    const row = rowOf(document.activeElement);
    if (!row || row.dataset.step !== undefined || !list.current?.contains(row)) return undefined;
    const index = items.findIndex(
      (item) => !isHeading(item) && String(item.id) === row.dataset.task,
    );
    const task = items[index];
    return task && !isHeading(task) ? { task, index, row } : undefined;
  };
  const act = (name: keyof TaskRowActions['keys']) => () => {
    const at = focused();
    if (!at) return false;
    actions.keys[name](at.task, boxOf(list.current, at.task.id) ?? at.row);
    return true;
  };
  const move = (by: 1 | -1) => (key: string) => {
    const at = focused();
    if (at) return focus(taskFrom(items, at.index + by, by)) || enterNeighbor(list.current, by);
    // From anywhere else a letter comes into the first list. Arrows scroll there.
    const isElsewhere = document.activeElement?.closest('[data-rows]') === null;
    const isFirst = document.querySelector('[data-rows]') === list.current;
    return isElsewhere && isFirst && key.length === 1 && focus(taskFrom(items, 0, 1));
  };
  useShortcuts({
    nextRow: move(1),
    previousRow: move(-1),
    firstRow: () => focused() !== undefined && focus(taskFrom(items, 0, 1)),
    lastRow: () => focused() !== undefined && focus(taskFrom(items, items.length - 1, -1)),
    complete: () => {
      const at = focused();
      // As a click does, so that the tick is seen at once.
      boxOf(list.current, at?.task.id ?? NaN)?.click();
      return at !== undefined;
    },
    edit: act('edit'),
    schedule: act('schedule'),
    planToday: act('planToday'),
    estimate: act('estimate'),
    priority: act('priority'),
    remove: act('remove'),
  });

  /** The task whose row had the focus last, also while a dialog or a menu that it opened has it. */
  const last = useRef<number>(undefined);
  const shown = useRef(items);
  const keepFocus = useEffectEvent((before: readonly ListItem[]) => {
    const gone = before.findIndex((item) => !isHeading(item) && item.id === last.current);
    if (gone < 0 || items.some((item) => !isHeading(item) && item.id === last.current)) return;
    last.current = undefined;
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    const ids = new Set(items.map((item) => (isHeading(item) ? undefined : item.id)));
    const isThere = (item: ListItem) => !isHeading(item) && ids.has(item.id);
    const next = before.slice(gone).find(isThere) ?? before.slice(0, gone).findLast(isThere);
    if (next && !isHeading(next)) focus(next);
  });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = items;
    if (last.current !== undefined) keepFocus(before);
  }, [items]);
  const noteFocus = useEffectEvent(() => {
    const at = focused();
    if (at) last.current = at.task.id;
  });
  useEffect(() => {
    // The list was there before its keys were.
    noteFocus();
    return () => {
      // The last row went, and the list with it.
      if (last.current !== undefined && document.activeElement === document.body)
        document.getElementById('main')?.focus();
    };
  }, []);

  return {
    onFocus: ({ target }) => {
      const id = Number(rowOf(target as Element)?.dataset.task);
      last.current = Number.isNaN(id) ? undefined : id;
    },
    onBlur: ({ relatedTarget }) => {
      // Without one the row is gone, or the window has lost the focus.
      if (relatedTarget instanceof Element && relatedTarget.closest(OVERLAY) === null)
        last.current = undefined;
    },
  };
}

/** The task at a place of the list, or the next one in that direction: between them are headings. */
function taskFrom(items: readonly ListItem[], from: number, by: 1 | -1): ShownTask | undefined {
  for (let index = from; index >= 0 && index < items.length; index += by) {
    const item = items[index];
    if (item && !isHeading(item)) return item;
  }
  return undefined;
}

/** Focuses the row of the list after or before this one that is next to it. Whether there is one. */
function enterNeighbor(list: HTMLElement | null, by: 1 | -1): boolean {
  const lists = [...document.querySelectorAll<HTMLElement>('[data-rows]')];
  const neighbor = lists[lists.findIndex((one) => one === list) + by];
  const boxes = neighbor?.querySelectorAll<HTMLElement>('[data-task]:not([data-step]) > input');
  const box = boxes?.[by > 0 ? 0 : boxes.length - 1];
  box?.focus();
  return box !== undefined;
}
