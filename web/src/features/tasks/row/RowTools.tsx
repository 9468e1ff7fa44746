import { useEffect, useEffectEvent, type RefObject } from 'react';
import { preloadLater } from '../../../lib/browser/preload';
import { preloadDrag, rowOrder } from './rowOrder';
import { rowSwipes } from './rowSwipes';
import type { TaskRowActions } from './TaskRow';
import type { ListItem } from '../../../domain/tasks/taskViews';
import { useRowKeys } from '../list/useRowKeys';

interface RowToolsProps {
  list: RefObject<HTMLElement | null>;
  items: readonly ListItem[];
  actions: TaskRowActions;
  /** Gives a task the place of another one. */
  onMove: (id: number, placeOf: number) => Promise<void>;
}

/**
 * What a list of tasks does besides being there: its keys, dragging into order, swipes. Draws nothing. Default export,
 * because it is loaded once the list is painted.
 */
export default function RowTools({ list, items, actions, onMove }: RowToolsProps) {
  const keys = useRowKeys(list, { items, actions });
  const order = rowOrder(onMove);
  const swipe = rowSwipes(items, actions);
  const onFocusIn = useEffectEvent(keys.onFocus);
  const onFocusOut = useEffectEvent(keys.onBlur);
  const onKeyDown = useEffectEvent(order.onKeyDown);
  const onPointerOver = useEffectEvent(order.onPointerOver);
  const onPointerDown = useEffectEvent((event: PointerEvent) => {
    swipe(event);
    order.onPointerDown(event);
  });
  useEffect(() => {
    const { current: element } = list;
    const controller = new AbortController();
    const { signal } = controller;
    element?.setAttribute('data-rows', 'ready');
    element?.addEventListener('focusin', onFocusIn, { signal });
    element?.addEventListener('focusout', onFocusOut, { signal });
    element?.addEventListener('keydown', onKeyDown, { signal });
    element?.addEventListener('pointerdown', onPointerDown, { signal });
    element?.addEventListener('pointerover', onPointerOver, { signal });
    return () => controller.abort();
  }, [list]);
  useEffect(() => preloadLater(preloadDrag), []);
  return null;
}
