import { TimerSettings } from '@daymark/contract/settings';
import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../ui/controls/Button';
import { Dialog } from '../../ui/dialogs/Dialog';
import { TimerFields } from './TimerFields';
import css from './TimerSettingsDialog.module.css';

interface TimerSettingsDialogProps {
  rules: TimerSettings;
  /** The setting for reminders in this browser, which saves by itself. */
  reminders: ReactNode;
  onSave: (rules: TimerSettings) => void;
  onClose: () => void;
}

/**
 * Edits the durations and the number of sessions before the long break. Default export, because it is loaded lazily.
 */
export default function TimerSettingsDialog({
  rules,
  reminders,
  onSave,
  onClose,
}: TimerSettingsDialogProps) {
  const form = useForm({
    // The contract's limits, shown at the field.
    resolver: zodResolver(TimerSettings),
    // Field by field, because the record has more fields than this form.
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
      text="Changes apply to your next session."
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
        <TimerFields
          errors={{
            focusDuration: errors.focusDuration?.message,
            shortBreakDuration: errors.shortBreakDuration?.message,
            longBreakDuration: errors.longBreakDuration?.message,
            sessionsBeforeLongBreak: errors.sessionsBeforeLongBreak?.message,
          }}
          propsOf={(name) => ({
            autoFocus: name === 'focusDuration',
            ...form.register(name, {
              // An empty field is undefined, not NaN.
              setValueAs: (text: unknown) => (text === '' ? undefined : Number(text)),
            }),
          })}
        />
      </form>
      {reminders}
    </Dialog>
  );
}
