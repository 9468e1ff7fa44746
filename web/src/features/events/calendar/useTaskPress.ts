import { useEffect, useState } from 'react';
import { isControl, type OnTaskPress } from '../../../records/tasks/taskPress';
import type { TaskPress } from './useEventDrag';

/** Returns the pressed task, which may become a drag to the hours, and the handler that rows call. */
export function useTaskPress(): {
  onTaskPress: OnTaskPress;
  press: TaskPress | undefined;
  endPress: () => void;
} {
  const [press, setPress] = useState<TaskPress>();

  // Usually the hours end the press (`endPress`). This effect ends it if no hours are rendered.
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

  // A separate constant. A function inside the returned object would change with each press, and all rows would render
  // again.
  const onTaskPress: OnTaskPress = (taskId, event) => {
    // React also reports the presses in a menu that the row has opened.
    const isInRow = event.currentTarget.contains(event.target as Element);
    if (event.button !== 0 || !isInRow || isControl(event.target)) return;
    // A step is inside the row of its task.
    event.stopPropagation();
    const { pointerId, pointerType, clientX: x, clientY: y } = event;
    setPress({ kind: 'place', taskId, pointerId, x, y, isTouch: pointerType !== 'mouse' });
  };

  return { onTaskPress, press, endPress: () => setPress(undefined) };
}
