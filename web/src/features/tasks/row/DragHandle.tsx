import { GripVertical } from 'lucide-react';
import { use } from 'react';
import { MoveRowContext } from './rowOrder';
import css from './rowOrder.module.css';

/** Moves its row to another position by pointer. On the keyboard, Alt with the arrows moves the row. */
export function DragHandle({ className = '' }: { className?: string | undefined }) {
  const moveRow = use(MoveRowContext);
  return (
    <span
      className={`${className} ${css.handle}`}
      aria-hidden="true"
      title="Drag to move"
      // Handled in the capture phase, so that the press starts no swipe, selection or drag to the hours.
      onPointerDownCapture={(event) => {
        event.stopPropagation();
        moveRow(event);
      }}
    >
      <GripVertical size={16} />
    </span>
  );
}
