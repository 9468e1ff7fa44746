import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { MoveRowContext, rowOrder } from './rowOrder';
import { rowSwipes } from './rowSwipes';
import { useRowKeys, type KeyedList } from '../list/useRowKeys';

interface RowToolsProps extends KeyedList {
  /** Whether taps select rows. */
  isSelecting?: boolean;
  /** Moves a task to the position of another task. */
  onMove: (id: number, placeOf: number) => Promise<void>;
  children: ReactNode;
}

/** Adds keys, reordering by drag, and swipes to the rows of a list of tasks. */
export function RowTools(props: RowToolsProps) {
  const { list, items, context, isSelecting = false, onMove, children } = props;
  useRowKeys(props);
  const order = rowOrder(onMove);
  const onKeyDown = useEffectEvent(order.onKeyDown);
  const onPointerDown = useEffectEvent(rowSwipes(items, context, isSelecting));
  useEffect(() => {
    const { current: element } = list;
    const controller = new AbortController();
    const { signal } = controller;
    element?.setAttribute('data-rows', 'ready');
    element?.addEventListener('keydown', onKeyDown, { signal });
    element?.addEventListener('pointerdown', onPointerDown, { signal });
    return () => controller.abort();
  }, [list]);
  return <MoveRowContext value={order.moveRow}>{children}</MoveRowContext>;
}
