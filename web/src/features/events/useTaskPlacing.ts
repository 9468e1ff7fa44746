import { useEffect, useState, type PointerEvent } from 'react';
import { useRecords } from '../../sync/useSync';
import { useRemainingMinutes } from '../tasks/estimateQueries';
import { blockMinutes } from './blockTimes';
import { useEventMutations } from './eventQueries';
import { eventTimesText } from './eventTimes';
import type { TaskPlacing } from './TimeGrid';
import type { PlacedTask } from './useEventDrag';

/**
 * Dragging tasks from the lists of a screen to its hours: `onPointerDown` is for an element around the rows, which have
 * `data-task`, and `placing` for the hours. Dropped, a task has a time block.
 */
export function useTaskPlacing(announce: (text: string) => void): {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  placing: TaskPlacing;
} {
  const { data: tasks = [] } = useRecords('tasks');
  const remaining = useRemainingMinutes();
  const { schedule } = useEventMutations();
  const [placed, setPlaced] = useState<PlacedTask>();

  // Also where no hours are drawn that would end it.
  useEffect(() => {
    if (!placed) return undefined;
    const end = ({ pointerId }: globalThis.PointerEvent) => {
      if (pointerId === placed.pointerId) setPlaced(undefined);
    };
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    return () => {
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    };
  }, [placed]);

  return {
    onPointerDown(event) {
      const target = event.target as HTMLElement;
      if (event.button !== 0 || target.closest('button, input, a, textarea, select')) return;
      const id = Number(target.closest<HTMLElement>('[data-task]')?.dataset.task);
      const task = tasks.find((one) => one.id === id);
      if (!task || task.completed) return;
      setPlaced({
        kind: 'place',
        task,
        minutes: blockMinutes(remaining(task)),
        pointerId: event.pointerId,
        x: event.clientX,
        y: event.clientY,
        isTouch: event.pointerType !== 'mouse',
      });
    },
    placing: {
      placed,
      onPlace: ({ task }, times) => {
        schedule(task, times);
        announce(`${task.title}: ${eventTimesText(times)}`);
      },
      onPlaced: () => setPlaced(undefined),
    },
  };
}
