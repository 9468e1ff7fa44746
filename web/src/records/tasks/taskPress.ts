import { createContext, type PointerEvent } from 'react';

export type OnTaskPress = (taskId: number, event: PointerEvent<HTMLElement>) => void;

/**
 * Receives the press of a task's row, which may become a drag to the hours. Does nothing without hours on the screen.
 */
export const TaskPressContext = createContext<OnTaskPress>(() => undefined);

/**
 * Whether something in a task's row handles a press itself. A title opens a dialog but doesn't count, because the row
 * is also dragged and selected by its title.
 */
export const isControl = (target: EventTarget | null): boolean =>
  (target as Element).closest(
    'button:not([aria-haspopup="dialog"]), input, a, textarea, select',
  ) !== null;
