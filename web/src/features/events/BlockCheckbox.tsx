import type { CSSProperties } from 'react';
import css from './BlockCheckbox.module.css';
import type { EventActions } from './useEventActions';
import type { ShownEvent } from '../../domain/shownRecords';

interface BlockCheckboxProps {
  task: NonNullable<ShownEvent['task']>;
  onTick: EventActions['setCompleted'];
  /** Over a block in the hours: its place, and whether there is too little room to show it always. */
  over?: { style: CSSProperties; isNarrow: boolean };
}

/** The checkbox of a time block: it completes the block's task. */
export function BlockCheckbox({ task, onTick, over }: BlockCheckboxProps) {
  return (
    <input
      type="checkbox"
      className={css.box}
      data-over={over !== undefined}
      data-narrow={over?.isNarrow}
      aria-label={task.title}
      checked={task.completed}
      onChange={({ target }) => onTick(task, target.checked)}
      style={over?.style}
    />
  );
}
