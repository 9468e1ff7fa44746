import { useEffect, useState, type PointerEvent } from 'react';
import type { TaskPress } from './useEventDrag';

/**
 * The task whose row is pressed, which may become a drag to the hours: `onPointerDown` is for an element around the rows,
 * which have `data-task`.
 */
export function useTaskPress(): {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  press: TaskPress | undefined;
  endPress: () => void;
} {
  const [press, setPress] = useState<TaskPress>();

  // Also where no hours are drawn that would end it.
  useEffect(() => {
    if (!press) return undefined;
    const end = ({ pointerId }: globalThis.PointerEvent) => {
      if (pointerId === press.pointerId) setPress(undefined);
    };
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    return () => {
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    };
  }, [press]);

  return {
    onPointerDown({ button, target, pointerId, pointerType, clientX, clientY }) {
      const pressed = target as HTMLElement;
      // A title opens the task by a click, and the row is dragged by it too.
      const isControl = pressed.closest('button:not([data-title]), input, a, textarea, select');
      if (button !== 0 || isControl) return;
      const row = pressed.closest<HTMLElement>('[data-task]');
      if (!row) return;
      setPress({
        kind: 'place',
        taskId: Number(row.dataset.task),
        pointerId,
        x: clientX,
        y: clientY,
        isTouch: pointerType !== 'mouse',
      });
    },
    press,
    endPress: () => setPress(undefined),
  };
}
