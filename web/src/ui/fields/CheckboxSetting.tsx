import { useState, type ReactNode } from 'react';
import css from './CheckboxSetting.module.css';
import { SavedNote, type SaveState } from './SavedNote';

interface CheckboxSettingProps {
  title: string;
  /** A sentence about what the setting changes, and where it applies. */
  text: ReactNode;
  checked: boolean;
  disabled?: boolean;
  /** The progress of saving a setting that all devices share. Leave it out for a setting of this browser. */
  state?: SaveState;
  /** Saves the choice. If the browser refuses, `checked` stays as it was. */
  onChange: (checked: boolean) => void | Promise<void>;
}

/**
 * A setting that is on or off, which is saved as soon as its box is ticked or cleared. A note shows that the setting
 * is saved.
 */
export function CheckboxSetting({
  title,
  text,
  checked,
  disabled = false,
  state,
  onChange,
}: CheckboxSettingProps) {
  const [wanted, setWanted] = useState<boolean>();
  return (
    <div className={css.setting}>
      <label>
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          onChange={async ({ target }) => {
            await onChange(target.checked);
            setWanted(target.checked);
          }}
        />
        <span>
          {title} <small>{text}</small>
        </span>
      </label>
      <SavedNote state={state ?? (wanted === checked ? { kind: 'saved' } : undefined)} />
    </div>
  );
}
