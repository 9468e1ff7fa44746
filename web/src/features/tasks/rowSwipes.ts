import type { PointerEvent } from 'react';
import { fetchPart, loadedPart, preload } from '../../lib/preload';
import type { SwipeSide } from './rowSwipe';

/** Only for those who touch. */
const loadSwipe = () => import('./rowSwipe');

/** A finger is faster than the network: for lists that are on the screen for a while. */
export function preloadSwipe(): void {
  if (matchMedia('(pointer: coarse)').matches) preload(loadSwipe);
}

/** The handler of an element around rows with `data-task`, which are swiped with a finger. */
export const rowSwipes =
  (onSwipe: (id: number, side: SwipeSide, row: HTMLElement) => void) =>
  (event: PointerEvent): void => {
    const target = event.target as Element;
    const row = target.closest<HTMLElement>('[data-task]');
    const isForRow = row && row.dataset.step === undefined && !target.closest('[data-handle]');
    if (event.pointerType !== 'touch' || !isForRow) return;
    const { pointerId, clientX, clientY } = event;
    const part = loadedPart(loadSwipe);
    // The first one may come too early.
    if (!part) fetchPart(loadSwipe).catch(() => undefined);
    part?.swipeRow(row, { pointerId, clientX, clientY }, (side) =>
      onSwipe(Number(row.dataset.task), side, row),
    );
  };

/** What has the focus in a row after it was swiped: its checkbox. */
export const boxIn = (row: HTMLElement): HTMLElement =>
  row.querySelector<HTMLElement>(':scope > input') ?? row;
