import {
  defaultRangeExtractor,
  measureElement,
  useWindowVirtualizer,
  windowScroll,
} from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { density } from '../../../lib/browser/density';
import type { AttentionState } from '../../../lib/paths';
import { useIsPhone } from '../../../ui/hooks/useIsPhone';
import { useIsPrinting } from '../../../ui/hooks/useIsPrinting';
import { elementId } from '../../../records/elementId';
import css from './TaskList.module.css';
import swipeCss from '../../../ui/layout/swipeRow.module.css';
import { RowTools } from '../row/RowTools';
import { keyOf, TaskListItem, type TaskListProps } from './TaskListItem';
import { isHeading, type ListItem } from '../../../domain/tasks/taskViews';
import type { ShownTask } from '../../../domain/shownRecords';

const HEADING_PX = 56;
/** Height that a row loses when rows are compact (ui/theme/tokens.css), in px. */
const COMPACT_PX = 8;
/**
 * Heights in a row whose title fits on one line, in px: the title with the border above it, and the facts below it. On
 * phones the category is on the line of facts.
 */
const TITLE_PX = { desktop: 45, phone: 53 };
const FACTS_PX = 20.5;

/** A list that renders only the rows in view, so that ten thousand tasks scroll as smoothly as ten. */
export function LongTaskList(props: TaskListProps) {
  // The virtualizer changes without changing its reference, so the React Compiler would memoize stale values.
  'use no memo';
  const { items, editingIds } = props;
  const isPhone = useIsPhone();
  const isPrinting = useIsPrinting();
  const list = useRef<HTMLUListElement>(null);
  const [offset, setOffset] = useState(0);
  const isLaidOut = useRef(false);
  // Scroll position and window size are read before the list is in the page. A later reading would force a layout of
  // the whole list, which takes long.
  const [firstScrollY] = useState(() => window.scrollY);
  const [firstRect] = useState(windowRect);
  useLayoutEffect(() => {
    const measure = () =>
      setOffset(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    // At the top of the page, the rows in view are known without measuring.
    if (firstScrollY > 0) measure();
    // Runs once the page is laid out, and again when the content above the list changes its height.
    const observer = new ResizeObserver(() => {
      isLaidOut.current = true;
      measure();
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [firstScrollY]);

  // The focused row stays rendered, and so does a row that is about to get the focus.
  const [focusedId, setFocusedId] = useState<number>();
  const reached = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (reached.current === undefined || reached.current !== focusedId) return;
    reached.current = undefined;
    const box = document.getElementById(elementId('task', focusedId));
    box?.focus();
    // The rows above the focused row are measured now, which may move it.
    requestAnimationFrame(() => box?.scrollIntoView({ block: 'nearest' }));
  }, [focusedId]);

  const keptIds = focusedId === undefined ? editingIds : new Set([...editingIds, focusedId]);
  const keptIndexes = [...keptIds].flatMap((id) => {
    const index = items.findIndex((item) => keyOf(item) === id);
    return index < 0 ? [] : [index];
  });
  // A new order makes the virtualizer measure all rows again. A tick only replaces the task in its row.
  const [knownOrder, setOrder] = useState(items);
  const order = knownOrder === items || isSameOrder(knownOrder, items) ? knownOrder : items;
  if (order !== knownOrder) setOrder(order);
  const getItemKey = useCallback(
    (index: number) => {
      const item = order[index];
      return item ? keyOf(item) : index;
    },
    [order],
  );

  const virtualizer = useWindowVirtualizer({
    count: items.length,
    // Rows are measured once they are drawn. If the estimate is right, no further layout is needed.
    estimateSize: (index) => {
      const item = items[index];
      if (!item || isHeading(item)) return HEADING_PX;
      return (
        TITLE_PX[isPhone ? 'phone' : 'desktop'] -
        (density.get() === 'compact' ? COMPACT_PX : 0) +
        (hasFacts(item, props) || (isPhone && hasLabels(item)) ? FACTS_PX : 0)
      );
    },
    // The first rows are measured after the browser has laid them out. Measuring them now would force a layout.
    measureElement: (row, entry, instance) =>
      entry || isLaidOut.current
        ? measureElement(row, entry, instance)
        : instance.options.estimateSize(instance.indexFromElement(row)),
    getItemKey,
    // The virtualizer starts by scrolling to the current position, which is unnecessary.
    scrollToFn: (offset, options, instance) => {
      if (isLaidOut.current || offset !== firstScrollY) windowScroll(offset, options, instance);
    },
    overscan: 8,
    // Without an initial size, no row is drawn until the window is measured.
    initialRect: firstRect,
    observeElementRect: (_instance, report) => {
      const onResize = () => report(windowRect());
      window.addEventListener('resize', onResize, { passive: true });
      return () => window.removeEventListener('resize', onResize);
    },
    // A row that is being edited stays rendered while the person scrolls, so that nothing typed is lost. The focused
    // row stays too, so that the keys continue from it.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...keptIndexes])].sort((a, b) => a - b),
    scrollMargin: offset,
  });

  const { state, key } = useLocation() as { state: AttentionState | null; key: string };
  // Scrolls to the rejected task, because only rendered rows can be found in the page.
  const showRejected = useEffectEvent(() => {
    const index = items.findIndex(
      (item) => !isHeading(item) && item.saveError?.kind === 'rejected',
    );
    if (state?.attention === 'tasks' && index >= 0)
      virtualizer.scrollToIndex(index, { align: 'center' });
  });
  useEffect(() => showRejected(), [key]);

  return (
    <ul
      className={`${css.list} ${css.long} ${swipeCss.swiped}`}
      ref={list}
      aria-label="Tasks"
      // On paper all rows are drawn, one below the other.
      style={isPrinting ? undefined : { height: virtualizer.getTotalSize() }}
    >
      <RowTools
        list={list}
        items={items}
        context={props.actions.context}
        isSelecting={props.selectedIds.size > 0}
        onMove={props.onMove}
        onReach={(id) => {
          reached.current = id;
          setFocusedId(id);
        }}
      >
        {(isPrinting ? allRows(items) : virtualizer.getVirtualItems()).map(
          ({ index, key, start }) => {
            const item = items[index];
            if (!item) return null;
            return (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                data-section={isHeading(item) ? undefined : props.sections.get(item.id)}
                aria-setsize={items.length}
                aria-posinset={index + 1}
                onFocus={isHeading(item) ? undefined : () => setFocusedId(item.id)}
                style={isPrinting ? PRINTED : { transform: `translateY(${start - offset}px)` }}
              >
                <TaskListItem item={item} list={props} />
              </li>
            );
          },
        )}
      </RowTools>
    </ul>
  );
}

const windowRect = () => ({ width: window.innerWidth, height: window.innerHeight });

const PRINTED = { position: 'static' } as const;

/** Whether a row has facts below its title (TaskFacts), as far as the task and its steps tell. */
const hasFacts = (task: ShownTask, { hidesDay, steps, blocks }: TaskListProps): boolean =>
  task.repeat !== null ||
  task.estimateMinutes !== null ||
  (!task.completed &&
    (task.deadline !== null || (task.plannedDay !== null && !hidesDay) || blocks.has(task.id))) ||
  steps.has(task.id);

/** Whether a row has a category or the flag of a priority. */
const hasLabels = ({ categoryId, isPriority }: ShownTask): boolean =>
  categoryId !== null || isPriority;

const isSameOrder = (a: readonly ListItem[], b: readonly ListItem[]): boolean =>
  a.length === b.length && a.every((item, index) => keyOf(item) === keyOf(b[index] as ListItem));

/** Returns every row, in the form in which the virtualizer gives the rows in view. */
const allRows = (items: readonly ListItem[]) =>
  items.map((item, index) => ({
    index,
    key: keyOf(item),
    start: 0,
  }));
