import type { ReactNode } from 'react';
import css from './NoteCheckbox.module.css';

interface NoteCheckboxProps {
  isDone: boolean;
  onChange: (isDone: boolean) => void;
  /** The item's text, which names the checkbox. Tapping the text also ticks or unticks the checkbox. */
  children: ReactNode;
}

/** A checkbox in a note's text, with the text of its item. */
export function NoteCheckbox({ isDone, onChange, children }: NoteCheckboxProps) {
  return (
    <label className={css.item}>
      <input
        className={css.box}
        type="checkbox"
        checked={isDone}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
