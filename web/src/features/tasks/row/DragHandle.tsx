import { GripVertical } from 'lucide-react';
import { use } from 'react';
import { MoveRowContext } from './rowOrder';
import css from './rowOrder.module.css';

/** Moves its row to another place, by the pointer. The keyboard has Alt with the arrows. */
export function DragHandle({ className = '' }: { className?: string | undefined }) {
  const moveRow = use(MoveRowContext);
  return (
    <span
      className={`${className} ${css.handle}`}
      aria-hidden="true"
      title="Drag to move"
      // In the capture phase, so that the press is neither a swipe, nor a selection, nor a drag to the hours.
      onPointerDownCapture={(event) => {
        event.stopPropagation();
        moveRow(event);
      }}
    >
      <GripVertical size={16} />
    </span>
  );
}
