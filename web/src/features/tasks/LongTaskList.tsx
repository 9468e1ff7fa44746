import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { AttentionState } from '../../lib/paths';
import { useIsPrinting } from '../../ui/useIsPrinting';
import css from './TaskList.module.css';
import { keyOf, TaskListItem, type TaskListProps } from './TaskListItem';
import { isHeading, type ListItem } from './taskViews';

/** On a desktop, with the line above it. Rows are measured once they are drawn. */
const ROW_PX = 45;
const HEADING_PX = 56;

/** A list of which only the rows in view are rendered, so that ten thousand tasks scroll as smoothly as ten. */
export default function LongTaskList(props: TaskListProps) {
  // The virtualizer changes without changing its reference, so the React Compiler would memoize stale values.
  'use no memo';
  const { items, editingIds } = props;
  const isPrinting = useIsPrinting();
  const list = useRef<HTMLUListElement>(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const measure = () =>
      setOffset(Math.round((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    measure();
    // The list moves when the content above it changes its height.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const editedIndexes = [...editingIds].flatMap((id) => {
    const index = items.findIndex((item) => keyOf(item) === id);
    return index < 0 ? [] : [index];
  });
  // A new order makes the virtualizer measure all rows again. A tick only replaces the task in its row.
  const [order, setOrder] = useState(items);
  if (order !== items && !isSameOrder(order, items)) setOrder(items);
  const getItemKey = useCallback(
    (index: number) => {
      const item = order[index];
      return item ? keyOf(item) : index;
    },
    [order],
  );

  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => {
      const item = items[index];
      return item && isHeading(item) ? HEADING_PX : ROW_PX;
    },
    getItemKey,
    overscan: 8,
    // A row that is being edited stays rendered while the person scrolls, so that nothing typed is lost.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...editedIndexes])].sort((a, b) => a - b),
    scrollMargin: offset,
  });

  const { state, key } = useLocation() as { state: AttentionState | null; key: string };
  // Only rendered rows can be found.
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
      className={`${css.list} ${css.long}`}
      ref={list}
      aria-label="Tasks"
      // On paper all rows are drawn, one below the other.
      style={isPrinting ? undefined : { height: virtualizer.getTotalSize() }}
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
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={isPrinting ? PRINTED : { transform: `translateY(${start - offset}px)` }}
            >
              <TaskListItem item={item} list={props} />
            </li>
          );
        },
      )}
    </ul>
  );
}

const PRINTED = { position: 'static' } as const;

const isSameOrder = (a: readonly ListItem[], b: readonly ListItem[]): boolean =>
  a.length === b.length && a.every((item, index) => keyOf(item) === keyOf(b[index] as ListItem));

/** Every row, as the virtualizer names those in view. */
const allRows = (items: readonly ListItem[]) =>
  items.map((item, index) => ({
    index,
    key: keyOf(item),
    start: 0,
  }));
