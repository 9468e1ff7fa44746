import { TimerSettings } from '@daymark/contract/settings';
import { useState } from 'react';
import { SettingRow } from '../../ui/layout/SettingRow';
import { useSavedSettings, useSettings } from '../../records/settings/settingsQueries';
import css from './FocusSection.module.css';
import { TimerFields } from './TimerFields';

type Name = keyof TimerSettings;

/**
 * The timer's durations, and the sessions before a long break, in the settings. Each value is saved on Enter or when
 * its field loses the focus. Default export, because only /settings loads it.
 */
export default function FocusSection() {
  const { settings, isPending } = useSettings();
  const { save, state } = useSavedSettings(
    'Timer settings changed',
    'focusDuration',
    'shortBreakDuration',
    'longBreakDuration',
    'sessionsBeforeLongBreak',
  );
  /** Text that was typed and not saved, by field. */
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({});
  const [errors, setErrors] = useState<Partial<Record<Name, string | undefined>>>({});
  const leave = (name: Name) => {
    const text = typed[name];
    if (text === undefined) return;
    const value = text === '' ? undefined : Number(text);
    const checked = TimerSettings.shape[name].safeParse(value);
    setErrors({ ...errors, [name]: checked.error?.issues[0]?.message });
    if (!checked.success) return;
    const { [name]: _, ...others } = typed;
    setTyped(others);
    if (checked.data !== settings[name]) save({ [name]: checked.data });
  };
  return (
    <div>
      <SettingRow title="Timer" text="Changes apply to your next session." state={state} />
      <div className={css.fields}>
        <TimerFields
          errors={errors}
          propsOf={(name) => ({
            value: typed[name] ?? (isPending ? '' : settings[name]),
            onChange: ({ target }) => setTyped({ ...typed, [name]: target.value }),
            onBlur: () => leave(name),
            onKeyDown: ({ key }) => key === 'Enter' && leave(name),
          })}
        />
      </div>
    </div>
  );
}
