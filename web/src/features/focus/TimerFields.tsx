import type { TimerSettings } from '@daymark/contract/settings';
import type { ComponentProps } from 'react';
import { TextInput } from '../../ui/fields/TextInput';
import css from './TimerFields.module.css';

/**
 * `max` repeats the contract's limit for the browser's stepper. The contract checks typed values and has the error
 * texts.
 */
const FIELDS = [
  { name: 'focusDuration', label: 'Focus', hint: 'minutes', max: 180 },
  { name: 'shortBreakDuration', label: 'Short break', hint: 'minutes', max: 180 },
  { name: 'longBreakDuration', label: 'Long break', hint: 'minutes', max: 180 },
  { name: 'sessionsBeforeLongBreak', label: 'Long break after', hint: 'sessions', max: 12 },
] as const satisfies readonly { name: keyof TimerSettings; [more: string]: unknown }[];

interface TimerFieldsProps {
  /** The error of each field, if it has one. */
  errors: Partial<Record<keyof TimerSettings, string | undefined>>;
  /** Returns the props of a field: its value and its handlers. */
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
