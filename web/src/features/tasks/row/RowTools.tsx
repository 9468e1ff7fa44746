import { useEffect, useEffectEvent } from 'react';
import { rowOrder } from './rowOrder';
import { rowSwipes } from './rowSwipes';
import { useRowKeys, type KeyedList } from '../list/useRowKeys';

interface RowToolsProps extends KeyedList {
  /** Taps select rows. */
  isSelecting?: boolean;
  /** Gives a task the place of another one. */
  onMove: (id: number, placeOf: number) => Promise<void>;
}

/**
 * Adds keys, dragging into order and swipes to a list of tasks. Draws nothing.
 */
export function RowTools(props: RowToolsProps) {
  const { list, items, context, isSelecting = false, onMove } = props;
  useRowKeys(props);
  const order = rowOrder(onMove);
  const swipe = rowSwipes(items, context, isSelecting);
  const onKeyDown = useEffectEvent(order.onKeyDown);
  const onPointerDown = useEffectEvent((event: PointerEvent) => {
    swipe(event);
    order.onPointerDown(event);
  });
  useEffect(() => {
    const { current: element } = list;
    const controller = new AbortController();
    const { signal } = controller;
    element?.setAttribute('data-rows', 'ready');
    element?.addEventListener('keydown', onKeyDown, { signal });
    element?.addEventListener('pointerdown', onPointerDown, { signal });
    return () => controller.abort();
  }, [list]);
  return null;
}
