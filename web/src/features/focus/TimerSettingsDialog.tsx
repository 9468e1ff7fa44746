import { TimerSettings } from '@daymark/contract/settings';
import { zodResolver } from '@hookform/resolvers/zod';
import { useSyncExternalStore } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { TextInput } from '../../ui/TextInput';
import { timerNotifications } from './timerNotifications';
import css from './TimerSettingsDialog.module.css';

const FIELDS = [
  { name: 'focusDuration', label: 'Focus', hint: 'minutes', max: 180 },
  { name: 'shortBreakDuration', label: 'Short break', hint: 'minutes', max: 180 },
  { name: 'longBreakDuration', label: 'Long break', hint: 'minutes', max: 180 },
  { name: 'sessionsBeforeLongBreak', label: 'Long break after', hint: 'sessions', max: 12 },
] as const satisfies readonly { name: keyof TimerSettings; [more: string]: unknown }[];

interface TimerSettingsDialogProps {
  rules: TimerSettings;
  onSave: (rules: TimerSettings) => void;
  onClose: () => void;
}

/** The durations, and the sessions before the long break. Default export: loaded on intent. */
export default function TimerSettingsDialog({ rules, onSave, onClose }: TimerSettingsDialogProps) {
  const form = useForm({
    // The contract's limits, shown at the field.
    resolver: zodResolver(TimerSettings),
    // Field by field: the record has more fields than this form.
    defaultValues: {
      focusDuration: rules.focusDuration,
      shortBreakDuration: rules.shortBreakDuration,
      longBreakDuration: rules.longBreakDuration,
      sessionsBeforeLongBreak: rules.sessionsBeforeLongBreak,
    },
  });
  const { errors, isDirty } = form.formState;
  return (
    <Dialog
      title="Timer settings"
      text="Changes apply from your next session."
      onClose={onClose}
      isDirty={isDirty}
      actions={
        <Button type="submit" form="timer-settings" variant="contained">
          Save
        </Button>
      }
    >
      <form
        className={css.form}
        id="timer-settings"
        noValidate
        onSubmit={form.handleSubmit((values) => (isDirty ? onSave(values) : onClose()))}
      >
        {FIELDS.map(({ name, label, hint, max }, index) => (
          <TextInput
            key={name}
            label={label}
            type="number"
            inputMode="numeric"
            min={1}
            max={max}
            step={1}
            hint={hint}
            autoFocus={index === 0}
            error={errors[name]?.message}
            {...form.register(name, {
              // An empty field is missing, not NaN.
              setValueAs: (typed: unknown) => (typed === '' ? undefined : Number(typed)),
            })}
          />
        ))}
      </form>
      <NotificationSwitch />
    </Dialog>
  );
}

/** Opt-in: the browser asks for permission when the person ticks the box. Takes effect at once, in this browser only. */
function NotificationSwitch() {
  const state = useSyncExternalStore(timerNotifications.subscribe, timerNotifications.state);
  return (
    <label className={css.notifications}>
      <input
        type="checkbox"
        checked={state === 'on'}
        disabled={state === 'denied' || state === 'impossible'}
        onChange={({ target }) => {
          if (target.checked) void timerNotifications.turnOn();
          else timerNotifications.turnOff();
        }}
      />
      <span>
        Notify me when a session ends
        <small>
          {state === 'denied'
            ? 'Blocked in this browser. Allow notifications in its site settings.'
            : state === 'impossible'
              ? 'This browser has no notifications.'
              : 'Even when another window is in front. In this browser only.'}
        </small>
      </span>
    </label>
  );
}
