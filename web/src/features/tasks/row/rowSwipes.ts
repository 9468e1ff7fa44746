import { perform } from '../../../records/action';
import { elementId } from '../../../records/elementId';
import { taskActions, type TaskContext } from '../../../records/tasks/taskActions';
import { isHeading, type ListItem } from '../../../domain/tasks/taskViews';
import type { ShownTask } from '../../../domain/shownRecords';
import { rowAt, taskAt } from './taskAt';

/** So far a finger moves before it is a swipe, and not the beginning of a scroll. */
const SLACK_PX = 10;
/** So far it has to go to do something, as a part of the row's width. */
const NEEDED = 0.3;
/** The longest that a finger may rest on the row before it moves, in ms. A longer press selects the row, or drags it to the hours. */
const REST_MAX_MS = 300;

/** To the right completes a task, to the left schedules it. */
type SwipeSide = 'right' | 'left';

/**
 * Follows a finger that is on a row, and moves the row with it once it goes sideways. The row's item shows with
 * `data-swipe` what a release would do, and with `data-armed` that it would. `onSwipe` is called when it is released far
 * enough; a scroll or a turn back cancels.
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

/** The handler of a press in a list: rows are swiped with a finger, unless taps select. */
export const rowSwipes =
  (items: readonly ListItem[], context: TaskContext, isSelecting: boolean) =>
  (event: Pick<PointerEvent, 'target' | 'pointerType' | 'pointerId' | 'clientX' | 'clientY'>) => {
    const row = rowAt(event.target);
    const id = taskAt(row);
    const task = items.find((item): item is ShownTask => !isHeading(item) && item.id === id);
    if (event.pointerType !== 'touch' || !row || !task || isSelecting) return;
    const { pointerId, clientX, clientY } = event;
    swipeRow(row, { pointerId, clientX, clientY }, (side) => {
      // A dialog gives the focus back to it.
      if (side === 'left') document.getElementById(elementId('task', task.id))?.focus();
      perform(ACTIONS[side], task, context);
    });
  };
