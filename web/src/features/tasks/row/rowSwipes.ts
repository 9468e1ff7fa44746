import { perform } from '../../../records/action';
import { elementId } from '../../../records/elementId';
import { taskActions, type TaskContext } from '../../../records/tasks/taskActions';
import { isHeading, type ListItem } from '../../../domain/tasks/taskViews';
import type { ShownTask } from '../../../domain/shownRecords';
import { rowAt, taskAt } from './taskAt';

/** Distance that a finger must move sideways to start a swipe instead of a scroll, in px. */
const SLACK_PX = 10;
/** Distance that a row must be swiped to trigger its action, as a fraction of its width. */
const NEEDED = 0.3;
/**
 * Longest time that a finger may rest on a row before a swipe, in ms. A longer press selects the row, or drags it to
 * the hours.
 */
const REST_MAX_MS = 300;

/** A swipe to the right completes or reopens a task. A swipe to the left schedules the task. */
type SwipeSide = 'right' | 'left';

/**
 * Follows a finger on a row, and moves the row with it once the finger moves sideways. On the row's list item,
 * `data-swipe` is the direction, and `data-armed` is whether a release would trigger the action. `onSwipe` is called
 * when the row is released far enough. A scroll or a move back cancels.
 */
function swipeRow(
  row: HTMLElement,
  { pointerId, clientX, clientY }: Pick<PointerEvent, 'pointerId' | 'clientX' | 'clientY'>,
  onSwipe: (side: SwipeSide) => void,
): void {
  const item = row.closest<HTMLElement>('li') ?? row;
  const needed = row.offsetWidth * NEEDED;
  let by: number | undefined;
  const controller = new AbortController();
  const rest = setTimeout(() => by === undefined && end(), REST_MAX_MS);
  const end = () => {
    clearTimeout(rest);
    controller.abort();
    row.style.translate = '';
    delete item.dataset.swipe;
    delete item.dataset.armed;
  };
  const { signal } = controller;
  addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId !== pointerId) return;
      const [x, y] = [event.clientX - clientX, event.clientY - clientY];
      if (by === undefined && Math.abs(y) > SLACK_PX) end();
      if (by === undefined && Math.abs(x) <= Math.max(SLACK_PX, Math.abs(y))) return;
      by = x;
      row.style.translate = `${x}px 0`;
      item.dataset.swipe = x > 0 ? 'right' : 'left';
      item.dataset.armed = String(Math.abs(x) >= needed);
    },
    { signal },
  );
  addEventListener(
    'pointerup',
    (event) => {
      if (event.pointerId !== pointerId) return;
      end();
      if (by !== undefined && Math.abs(by) >= needed) onSwipe(by > 0 ? 'right' : 'left');
    },
    { signal },
  );
  addEventListener('pointercancel', (event) => event.pointerId === pointerId && end(), { signal });
}

const { complete, reopen, schedule } = taskActions;
const ACTIONS = { right: [complete, reopen], left: [schedule] };

/** Returns the handler of a press in a list. Rows are swiped with a finger, unless taps select rows. */
export const rowSwipes =
  (items: readonly ListItem[], context: TaskContext, isSelecting: boolean) =>
  (event: Pick<PointerEvent, 'target' | 'pointerType' | 'pointerId' | 'clientX' | 'clientY'>) => {
    const row = rowAt(event.target);
    const id = taskAt(row);
    const task = items.find((item): item is ShownTask => !isHeading(item) && item.id === id);
    if (event.pointerType !== 'touch' || !row || !task || isSelecting) return;
    const { pointerId, clientX, clientY } = event;
    swipeRow(row, { pointerId, clientX, clientY }, (side) => {
      // The dialog returns the focus to this element.
      if (side === 'left') document.getElementById(elementId('task', task.id))?.focus();
      perform(ACTIONS[side], task, context);
    });
  };
