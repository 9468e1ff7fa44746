import { perform } from '../../../records/action';
import { elementId } from '../../../records/elementId';
import { taskActions, type TaskContext } from '../../../records/tasks/taskActions';
import { isHeading, type ListItem } from '../../../domain/tasks/taskViews';
import { swipeRow } from '../../../ui/layout/swipeRow';
import type { ShownTask } from '../../../domain/shownRecords';
import { rowAt, taskAt } from './taskAt';

const { complete, reopen, schedule } = taskActions;
/** A swipe to the right completes or reopens a task. A swipe to the left schedules the task. */
const ACTIONS = { right: [complete, reopen], left: [schedule] };
const LABELS = { right: 'Complete', left: 'Schedule' };

/** Returns the handler of a press in a list. Rows are swiped with a finger, unless taps select rows. */
export const rowSwipes =
  (items: readonly ListItem[], context: TaskContext, isSelecting: boolean) =>
  (event: Pick<PointerEvent, 'target' | 'pointerType' | 'pointerId' | 'clientX' | 'clientY'>) => {
    const row = rowAt(event.target);
    const id = taskAt(row);
    const task = items.find((item): item is ShownTask => !isHeading(item) && item.id === id);
    if (event.pointerType !== 'touch' || !row || !task || isSelecting) return;
    const { pointerId, clientX, clientY } = event;
    swipeRow(row, { pointerId, clientX, clientY }, LABELS, (side) => {
      // The dialog returns the focus to this element.
      if (side === 'left') document.getElementById(elementId('task', task.id))?.focus();
      perform(ACTIONS[side], task, context);
    });
  };
