import { priorityKey } from '@daymark/contract/task';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { preloadLater } from '../../../lib/browser/preload';
import { useSync } from '../../../sync/useSync';
import { dayKey } from '../../../domain/tasks/dayOrder';
import type { ShownTask } from '../../../domain/shownRecords';

/** Loaded separately, because only reordering needs it. */
const loadOrder = () => import('../../../domain/tasks/handOrder');

/** The two orders that can be changed by hand: the order of the listed tasks, and the order of the Top 3. */
const ORDERS = {
  position: dayKey,
  priorityPosition: priorityKey,
} as const;

/**
 * Returns a function that moves a task to the position of another task in a list. The function changes as few tasks as
 * possible, so that moves on two devices are both kept. `announcement` states the task's new position,
 * or what was said with `announce`.
 */
export function useTaskOrder(field: keyof typeof ORDERS) {
  const sync = useSync();
  const [announcement, announce] = useState('');
  // Preloaded, so that reordering works offline.
  useEffect(() => preloadLater(() => void loadOrder().catch(() => undefined)), []);
  const moveTo = (id: number, position: string | null | undefined) =>
    ({ kind: 'update', collection: 'tasks', id, fields: { [field]: position } }) as const;
  const move = async (listed: readonly ShownTask[], id: number, placeOf: number): Promise<void> => {
    const { movedPositions } = await loadOrder();
    const from = listed.findIndex((task) => task.id === id);
    const to = listed.findIndex((task) => task.id === placeOf);
    const moves = movedPositions(listed, from, to, ORDERS[field]);
    if (moves.length === 0) return;
    // Rendered at once, so that the moved row keeps the focus.
    flushSync(() => {
      sync.change(
        { title: 'Task moved', about: listed[from]?.title },
        moves.map(({ id: moved, position }) => moveTo(moved, position)),
        // A priority without its own position is placed by `order`, which changes with the move. Undo therefore sets
        // the position that `order` gave the priority.
        moves.map(({ id: moved }) => {
          const before = listed.find((task) => task.id === moved);
          const isPriority = field === 'priorityPosition';
          return moveTo(moved, before && (isPriority ? priorityKey(before) : before.position));
        }),
      );
      announce(`${listed[from]?.title} is now ${to + 1} of ${listed.length}`);
    });
  };
  return { move, announcement, announce };
}
