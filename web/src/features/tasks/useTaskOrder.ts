import { priorityKey } from '@daymark/contract/task';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { fetchPart, loadedPart, preload, preloadLater } from '../../lib/preload';
import { useSync } from '../../sync/useSync';
import { dayKey } from './dayOrder';
import { preloadDrag } from './rowOrder';
import type { ShownTask } from './taskQueries';

/** Only for those who put something in order. */
const loadOrder = () => import('./handOrder');

/** Which order a list is in: that of a day, or that of the Top 3. */
const ORDERS = {
  position: dayKey,
  priorityPosition: priorityKey,
} as const;

/**
 * Gives a task the place of another one in a list by hand. Only the moved task changes, so that moves on two devices
 * both hold. `announcement` says where it is now.
 */
export function useTaskOrder(field: keyof typeof ORDERS) {
  const sync = useSync();
  const [announcement, announce] = useState('');
  // Also for offline.
  useEffect(() => preloadLater(() => preload(loadOrder), preloadDrag), []);
  const move = async (listed: readonly ShownTask[], id: number, placeOf: number): Promise<void> => {
    const { movedPositions } = loadedPart(loadOrder) ?? (await fetchPart(loadOrder));
    const from = listed.findIndex((task) => task.id === id);
    const to = listed.findIndex((task) => task.id === placeOf);
    const moves = movedPositions(listed, from, to, ORDERS[field]);
    if (moves.length === 0) return;
    // Rendered at once: the row that moves keeps the focus.
    flushSync(() => {
      sync.mutate(
        ...moves.map(
          (one) =>
            ({
              kind: 'update',
              collection: 'tasks',
              id: one.id,
              fields: { [field]: one.position },
            }) as const,
        ),
      );
      announce(`${listed[from]?.title} is now ${to + 1} of ${listed.length}`);
    });
  };
  return { move, announcement };
}
