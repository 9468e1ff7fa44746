import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import type { ShortcutName } from '../../../lib/shortcuts';
import { perform } from '../../../records/action';
import { elementId } from '../../../records/elementId';
import { taskActions, type TaskAction, type TaskContext } from '../../../records/tasks/taskActions';
import { OVERLAY } from '../../../ui/dialogs/overlay';
import { useShortcuts } from '../../../ui/keys/useShortcuts';
import { taskAt } from '../row/taskAt';
import { isHeading, type ListItem } from '../../../domain/tasks/taskViews';
import type { ShownTask } from '../../../domain/shownRecords';

/** A list of tasks on the screen. */
export interface KeyedList {
  list: RefObject<HTMLElement | null>;
  items: readonly ListItem[];
  context: TaskContext;
  /** Renders a row that is not rendered yet, and focuses it. */
  onReach?: (id: number) => void;
}

const boxOf = (id: number) => document.getElementById(elementId('task', id));

/**
 * The lists of tasks on the screen, each with a function. The function focuses the first or last row of the list, and
 * returns whether the list has a row.
 */
const shownLists = new Map<HTMLElement, (from: 'first' | 'last') => boolean>();

const listsInOrder = () =>
  [...shownLists.keys()].sort((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );

const ACTIONS: readonly TaskAction[] = Object.values(taskActions);

/**
 * Handles the keys of a list of tasks. Some keys move the focus between the checkboxes of the rows, which are in tab
 * order. Other keys act on the focused row. When that row leaves the list, the next row gets the focus, or else the
 * previous row.
 */
export function useRowKeys({ list, items, context, onReach }: KeyedList): void {
  const focus = (task: ShownTask | undefined) => {
    if (!task) return false;
    const box = boxOf(task.id);
    if (box) box.focus();
    else onReach?.(task.id);
    return true;
  };
  /** Returns the task whose row has the focus. Steps have their own keys. */
  const focused = () => {
    if (!list.current?.contains(document.activeElement)) return undefined;
    const id = taskAt(document.activeElement);
    const index = items.findIndex((item) => !isHeading(item) && item.id === id);
    const task = items[index];
    return task && !isHeading(task) ? { task, index } : undefined;
  };
  const act = (name: ShortcutName) => () => {
    const at = focused();
    if (!at) return false;
    const actions = ACTIONS.filter(({ shortcut }) => shortcut === name);
    perform(actions, at.task, context);
    return true;
  };
  const enter = (from: 'first' | 'last') =>
    focus(from === 'first' ? taskFrom(items, 0, 1) : taskFrom(items, items.length - 1, -1));
  const move = (by: 1 | -1) => (key: string) => {
    const at = focused();
    const lists = listsInOrder();
    const own = lists.findIndex((one) => one === list.current);
    if (at) {
      const neighbor = lists[own + by];
      if (focus(taskFrom(items, at.index + by, by))) return true;
      return neighbor !== undefined && shownLists.get(neighbor)?.(by > 0 ? 'first' : 'last');
    }
    // If the focus is elsewhere on the screen, a letter key moves it into the first list. The arrow keys scroll.
    const isElsewhere = !lists.some((one) => one.contains(document.activeElement));
    return isElsewhere && own === 0 && key.length === 1 && enter('first');
  };
  useShortcuts({
    nextRow: move(1),
    previousRow: move(-1),
    firstRow: () => focused() !== undefined && enter('first'),
    lastRow: () => focused() !== undefined && enter('last'),
    ...Object.fromEntries(
      ACTIONS.flatMap(({ shortcut }) => (shortcut ? [[shortcut, act(shortcut)]] : [])),
    ),
    complete: () => {
      const at = focused();
      // A click, so that the tick shows at once.
      if (at) boxOf(at.task.id)?.click();
      return at !== undefined;
    },
  });
  /**
   * The task whose row last had the focus. The task stays set while a dialog or menu that the row opened has the focus.
   */
  const lastId = useRef<number>(undefined);
  const shown = useRef(items);
  const keepFocus = useEffectEvent((before: readonly ListItem[]) => {
    const gone = before.findIndex((item) => !isHeading(item) && item.id === lastId.current);
    if (gone < 0 || items.some((item) => !isHeading(item) && item.id === lastId.current)) return;
    lastId.current = undefined;
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    const ids = new Set(items.map((item) => (isHeading(item) ? undefined : item.id)));
    const isThere = (item: ListItem) => !isHeading(item) && ids.has(item.id);
    const next = before.slice(gone).find(isThere) ?? before.slice(0, gone).findLast(isThere);
    if (next && !isHeading(next)) focus(next);
  });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = items;
    if (lastId.current !== undefined) keepFocus(before);
  }, [items]);
  const onEnter = useEffectEvent(enter);
  const rememberFocus = useEffectEvent(() => {
    const at = focused();
    if (at) lastId.current = at.task.id;
  });
  useEffect(() => {
    const { current: element } = list;
    if (!element) return undefined;
    shownLists.set(element, (from) => onEnter(from));
    const onFocusIn = ({ target }: FocusEvent) => {
      lastId.current = taskAt(target);
    };
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      // Without `relatedTarget` the row was removed, or the window lost the focus.
      if (relatedTarget instanceof Element && relatedTarget.closest(OVERLAY) === null)
        lastId.current = undefined;
    };
    element.addEventListener('focusin', onFocusIn);
    element.addEventListener('focusout', onFocusOut);
    // The list was rendered before its keys were ready, so a row may already have the focus.
    rememberFocus();
    return () => {
      shownLists.delete(element);
      element.removeEventListener('focusin', onFocusIn);
      element.removeEventListener('focusout', onFocusOut);
      // The last row was removed, and the list with it.
      if (lastId.current !== undefined && document.activeElement === document.body)
        document.getElementById('main')?.focus();
    };
  }, [list]);
}

/** Returns the task at an index of the list, or the next one in a direction. Headings are skipped. */
function taskFrom(items: readonly ListItem[], from: number, by: 1 | -1): ShownTask | undefined {
  for (let index = from; index >= 0 && index < items.length; index += by) {
    const item = items[index];
    if (item && !isHeading(item)) return item;
  }
  return undefined;
}
