import { colorStyle } from '../../../lib/visibleColor';
import css from './TaskCheckbox.module.css';

interface TaskCheckboxProps {
  title: string;
  checked: boolean;
  /** The category's color, which the box has too. */
  color: string | undefined;
  onChange: (checked: boolean) => void;
}

/** A native checkbox with our styles: a list renders dozens of them, and a tick has to show within a frame. */
export function TaskCheckbox({ title, checked, color, onChange }: TaskCheckboxProps) {
  return (
    <input
      className={css.box}
      type="checkbox"
      aria-label={title}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
      style={color ? colorStyle(color) : undefined}
    />
  );
}
