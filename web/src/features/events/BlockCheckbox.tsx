import type { CSSProperties } from 'react';
import css from './BlockCheckbox.module.css';
import type { EventActions } from './useEventActions';
import type { ShownEvent } from '../../domain/shownRecords';

interface BlockCheckboxProps {
  task: NonNullable<ShownEvent['task']>;
  onTick: EventActions['setCompleted'];
  /** Set for a block in the hours: the checkbox's style, and whether the block is too narrow to always show it. */
  over?: { style: CSSProperties; isNarrow: boolean };
}

/** The checkbox of a time block, which completes or reopens the block's task. */
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
