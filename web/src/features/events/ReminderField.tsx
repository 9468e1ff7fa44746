import type { Event } from '@daymark/contract/event';
import type { ReminderSettings } from '@daymark/contract/reminders/reminderSettings';
import { useRef, useState, useSyncExternalStore } from 'react';
import { minutesBefore, REMINDER_CHOICES } from '../../domain/reminders/reminderTexts';
import { onReminders, remindersState } from '../../records/reminders/browserReminders';
import { turnOnWithToast } from '../../records/reminders/switchReminders';
import { Button } from '../../ui/controls/Button';
import { SelectField } from '../../ui/fields/SelectField';
import css from './EventDialog.module.css';

/** The person, and what their settings say about reminders of events. */
export type EventReminders = { userId: number } & Pick<
  ReminderSettings,
  'remindsOfEvents' | 'reminderMinutes'
>;

interface ReminderFieldProps {
  reminders: EventReminders;
  value: Event['reminder'];
  onChange: (value: Event['reminder']) => void;
}

/** When an event reminds. Offers to turn reminders on if they are off in this browser. */
export function ReminderField({ reminders, value, onChange }: ReminderFieldProps) {
  const { userId, remindsOfEvents, reminderMinutes } = reminders;
  const state = useSyncExternalStore(onReminders, () => remindersState(userId));
  const [isTurningOn, setTurningOn] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const turnOn = async () => {
    setTurningOn(true);
    await turnOnWithToast(userId);
    setTurningOn(false);
    // The button that had the focus may be gone.
    field.current?.querySelector('select')?.focus();
  };
  return (
    <div className={css.reminder} ref={field}>
      <SelectField
        label="Remind me"
        disabled={!remindsOfEvents}
        value={remindsOfEvents ? (value ?? SETTINGS) : SETTINGS}
        onChange={({ target }) => onChange(reminderOf(target.value))}
      >
        <option value={SETTINGS}>
          {remindsOfEvents
            ? `As in settings (${minutesBefore(reminderMinutes).toLowerCase()})`
            : 'Reminders of events are off in Settings'}
        </option>
        {/* With these reminders off, the field shows only that. */}
        {remindsOfEvents && (
          <>
            <option value="none">Not at all</option>
            {REMINDER_CHOICES.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </>
        )}
      </SelectField>
      {remindsOfEvents && (state === 'off' || state === 'timerOnly') && (
        <Button variant="outlined" size="small" aria-disabled={isTurningOn} onClick={turnOn}>
          Turn on reminders here
        </Button>
      )}
    </div>
  );
}

/** The value of the option that leaves the reminder to the settings. */
const SETTINGS = 'settings';

const reminderOf = (option: string): Event['reminder'] =>
  option === 'none'
    ? 'none'
    : (REMINDER_CHOICES.find(({ value }) => String(value) === option)?.value ?? null);
