import type { CSSProperties } from 'react';
import css from './TaskCheckbox.module.css';

interface TaskCheckboxProps {
  title: string;
  checked: boolean;
  /** The category's colour, which the box is drawn in. */
  color: string | undefined;
  onChange: (checked: boolean) => void;
}

/** The platform's checkbox in our dress: a list draws dozens at once, and a tick has to answer within a frame. */
export function TaskCheckbox({ title, checked, color, onChange }: TaskCheckboxProps) {
  return (
    <input
      className={css.box}
      type="checkbox"
      aria-label={title}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      style={color ? ({ '--box': color } as CSSProperties) : undefined}
    />
  );
}
