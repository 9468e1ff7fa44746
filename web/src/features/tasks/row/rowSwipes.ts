import { perform } from '../../../records/action';
import { elementId } from '../../../records/elementId';
import { taskActions, type TaskContext } from '../../../records/tasks/taskActions';
import { swipeRow } from './rowSwipe';
import { isHeading, type ListItem } from '../../../domain/tasks/taskViews';

const { complete, reopen, schedule } = taskActions;
const ACTIONS = { right: [complete, reopen], left: [schedule] };

/** The handler of a press in a list: rows are swiped with a finger, unless taps select. */
export const rowSwipes =
  (items: readonly ListItem[], context: TaskContext) =>
  (event: Pick<PointerEvent, 'target' | 'pointerType' | 'pointerId' | 'clientX' | 'clientY'>) => {
    const target = event.target as Element;
    const row = target.closest<HTMLElement>('[data-task]');
    const isOther = target.closest('[data-handle], [data-step], [data-selecting="true"]');
    if (event.pointerType !== 'touch' || !row || isOther) return;
    const { pointerId, clientX, clientY } = event;
    swipeRow(row, { pointerId, clientX, clientY }, (side) => {
      const task = items.find((item) => !isHeading(item) && String(item.id) === row.dataset.task);
      if (!task || isHeading(task)) return;
      // A dialog gives the focus back to it.
      document.getElementById(elementId('task', task.id))?.focus();
      perform(ACTIONS[side], task, context);
    });
  };
