import { swipeRow } from './rowSwipe';
import type { TaskRowActions } from './TaskRow';
import { isHeading, type ListItem } from '../../../domain/tasks/taskViews';

/** The handler of a press in a list: rows are swiped with a finger, unless taps select. */
export const rowSwipes =
  (items: readonly ListItem[], actions: Pick<TaskRowActions, 'swipe'>) =>
  (event: Pick<PointerEvent, 'target' | 'pointerType' | 'pointerId' | 'clientX' | 'clientY'>) => {
    const target = event.target as Element;
    const row = target.closest<HTMLElement>('[data-task]');
    const isOther = target.closest('[data-handle], [data-step], [data-selecting="true"]');
    if (event.pointerType !== 'touch' || !row || isOther) return;
    const { pointerId, clientX, clientY } = event;
    swipeRow(row, { pointerId, clientX, clientY }, (side) => {
      const task = items.find((item) => !isHeading(item) && String(item.id) === row.dataset.task);
      const box = row.querySelector<HTMLElement>(':scope > input') ?? row;
      if (task && !isHeading(task)) actions.swipe(task, side, box);
    });
  };
