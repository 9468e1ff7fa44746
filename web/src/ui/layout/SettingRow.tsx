import type { ReactNode } from 'react';
import { SavedNote, type SaveState } from '../fields/SavedNote';
import css from './SettingRow.module.css';

interface SettingRowProps {
  title: string;
  /** A sentence about what the setting changes. */
  text?: ReactNode;
  state?: SaveState;
  /** The control, at the right or, on phones, below. Leave it out if the controls follow the row on all screens. */
  children?: ReactNode;
}

/** One setting in a panel: its name, whether it is saved, what it does, and its control. */
export function SettingRow({ title, text, state, children }: SettingRowProps) {
  return (
    <div className={css.row}>
      <div className={css.about}>
        <div className={css.title}>
          <strong>{title}</strong>
          <SavedNote state={state} />
        </div>
        {text && <p>{text}</p>}
      </div>
      {children && <div className={css.control}>{children}</div>}
    </div>
  );
}
