import { priorityKey } from '@daymark/contract/task';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { fetchPart, loadedPart, preload, preloadLater } from '../../../lib/browser/preload';
import { useSync } from '../../../sync/useSync';
import { dayKey } from '../../../domain/tasks/dayOrder';
import type { ShownTask } from '../../../domain/shownRecords';

/** Only for those who put something in order. */
const loadOrder = () => import('../../../domain/tasks/handOrder');

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
  useEffect(() => preloadLater(() => preload(loadOrder)), []);
  const moveTo = (id: number, position: string | null | undefined) =>
    ({ kind: 'update', collection: 'tasks', id, fields: { [field]: position } }) as const;
  const move = async (listed: readonly ShownTask[], id: number, placeOf: number): Promise<void> => {
    const { movedPositions } = loadedPart(loadOrder) ?? (await fetchPart(loadOrder));
    const from = listed.findIndex((task) => task.id === id);
    const to = listed.findIndex((task) => task.id === placeOf);
    const moves = movedPositions(listed, from, to, ORDERS[field]);
    if (moves.length === 0) return;
    // Rendered at once: the row that moves keeps the focus.
    flushSync(() => {
      sync.change(
        { title: 'Task moved', about: listed[from]?.title },
        moves.map(({ id: moved, position }) => moveTo(moved, position)),
        // Without its own position a priority is where `order` says, which follows the move.
        moves.map(({ id: moved }) => {
          const before = listed.find((task) => task.id === moved);
          const isPriority = field === 'priorityPosition';
          return moveTo(moved, before && (isPriority ? priorityKey(before) : before.position));
        }),
      );
      announce(`${listed[from]?.title} is now ${to + 1} of ${listed.length}`);
    });
  };
  return { move, announcement };
}
