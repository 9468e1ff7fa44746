import { useState } from 'react';
import { afterPaint } from '../../../lib/browser/afterPaint';
import { colorStyle } from '../../../lib/visibleColor';
import css from './TaskCheckbox.module.css';

interface TaskCheckboxProps {
  title: string;
  checked: boolean;
  /** The category's color, which the box has too. */
  color: string | undefined;
  onChange: (checked: boolean) => void;
}

/**
 * A native checkbox with our styles: a list renders dozens of them, and a tick has to show within a frame. It shows a tick
 * by itself, because the task arrives a moment later (`useTaskRecords`).
 */
export function TaskCheckbox({ title, checked, color, onChange }: TaskCheckboxProps) {
  const [ticked, setTicked] = useState<{ before: boolean; now: boolean }>();
  if (ticked && ticked.before !== checked) setTicked(undefined);
  return (
    <input
      className={css.box}
      type="checkbox"
      aria-label={title}
      checked={ticked?.now ?? checked}
      onChange={({ target }) => {
        const tick = { before: checked, now: target.checked };
        setTicked(tick);
        // If the task does not follow, it was changed back meanwhile.
        afterPaint(() => afterPaint(() => setTicked((last) => (last === tick ? undefined : last))));
        onChange(target.checked);
      }}
      style={color ? colorStyle(color) : undefined}
    />
  );
}
