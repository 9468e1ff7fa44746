import { useState, type ReactNode } from 'react';
import css from './CheckboxSetting.module.css';
import { SavedNote } from './SavedNote';

interface CheckboxSettingProps {
  title: string;
  /** A sentence about what the setting changes, and where it applies. */
  text: ReactNode;
  checked: boolean;
  disabled?: boolean;
  /** Saves the choice. If the browser refuses, `checked` stays as it was. */
  onChange: (checked: boolean) => void | Promise<void>;
}

/**
 * A setting of this browser, which is saved as soon as its box is ticked or cleared. A note shows that the setting is
 * saved.
 */
export function CheckboxSetting({
  title,
  text,
  checked,
  disabled = false,
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
      <SavedNote state={wanted === checked ? { kind: 'saved' } : undefined} />
    </div>
  );
}
