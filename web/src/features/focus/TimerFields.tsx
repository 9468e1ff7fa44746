import type { TimerSettings } from '@daymark/contract/settings';
import type { ComponentProps } from 'react';
import { TextInput } from '../../ui/fields/TextInput';
import css from './TimerFields.module.css';

/** The contract's limits are those that a field enforces by itself; the sentence about them is the contract's. */
const FIELDS = [
  { name: 'focusDuration', label: 'Focus', hint: 'minutes', max: 180 },
  { name: 'shortBreakDuration', label: 'Short break', hint: 'minutes', max: 180 },
  { name: 'longBreakDuration', label: 'Long break', hint: 'minutes', max: 180 },
  { name: 'sessionsBeforeLongBreak', label: 'Long break after', hint: 'sessions', max: 12 },
] as const satisfies readonly { name: keyof TimerSettings; [more: string]: unknown }[];

interface TimerFieldsProps {
  /** What is wrong with each field. */
  errors: Partial<Record<keyof TimerSettings, string | undefined>>;
  /** The value of a field, and what happens with it. */
  propsOf: (name: keyof TimerSettings) => Omit<ComponentProps<'input'>, 'id' | 'className'>;
}

/** The timer's settings as fields: the durations, and the sessions before the long break. */
export function TimerFields({ errors, propsOf }: TimerFieldsProps) {
  return (
    <div className={css.fields}>
      {FIELDS.map(({ name, label, hint, max }) => (
        <TextInput
          key={name}
          label={label}
          type="number"
          inputMode="numeric"
          min={1}
          max={max}
          step={1}
          hint={hint}
          error={errors[name]}
          {...propsOf(name)}
        />
      ))}
    </div>
  );
}
