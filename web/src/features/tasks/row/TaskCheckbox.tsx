import { colorStyle } from '../../../lib/visibleColor';
import css from './TaskCheckbox.module.css';

interface TaskCheckboxProps {
  id: string;
  title: string;
  checked: boolean;
  /** The category's color, which the box gets. */
  color: string | undefined;
  onChange: (checked: boolean) => void;
}

/** A native checkbox with our styles. A list renders dozens of them, and a tick must show within a frame. */
export function TaskCheckbox({ id, title, checked, color, onChange }: TaskCheckboxProps) {
  return (
    <input
      className={css.box}
      id={id}
      type="checkbox"
      aria-label={title}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
      style={color ? colorStyle(color) : undefined}
    />
  );
}
