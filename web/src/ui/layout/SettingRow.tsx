import type { ReactNode } from 'react';
import { SavedNote, type SaveState } from '../fields/SavedNote';
import css from './SettingRow.module.css';

interface SettingRowProps {
  /** What is set. */
  title: string;
  /** One sentence about what it changes. */
  text?: ReactNode;
  state?: SaveState;
  /** The control: at the right, on phones below. Left out where the controls are below on all screens. */
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
