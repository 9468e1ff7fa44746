import type { ReminderSettings } from '@daymark/contract/reminders/reminderSettings';
import { useSavedSettings, useSettings } from '../../records/settings/settingsQueries';
import { CheckboxSetting } from '../../ui/fields/CheckboxSetting';
import { SelectField } from '../../ui/fields/SelectField';
import { REMINDER_CHOICES } from '../../domain/reminders/reminderTexts';
import css from './ReminderKinds.module.css';

type Kind = Exclude<keyof ReminderSettings, 'reminderMinutes'>;

const KINDS: readonly { field: Kind; title: string; text: string }[] = [
  {
    field: 'remindsOfDeadlines',
    title: 'Deadlines',
    text: 'What is due today, when your working hours begin.',
  },
  { field: 'remindsOfTimer', title: 'Focus timer', text: 'The end of a session or a break.' },
  {
    field: 'remindsToPlan',
    title: 'Plan the day',
    text: 'When your working hours begin and nothing is planned yet.',
  },
  {
    field: 'remindsToReflect',
    title: 'Reflect on the day',
    text: 'When your working hours end and you haven’t yet.',
  },
  {
    field: 'hidesReminderTitles',
    title: 'Hide titles in notifications',
    text: 'They say “A task is due” in place of what you wrote.',
  },
];

/** The kinds of reminders that a person gets, on all devices. */
export function ReminderKinds() {
  return (
    <div className={css.kinds}>
      <EventKind />
      {KINDS.map((kind) => (
        <KindSetting key={kind.field} {...kind} />
      ))}
    </div>
  );
}

function KindSetting({ field, title, text }: (typeof KINDS)[number]) {
  const { settings, isPending } = useSettings();
  const { save, state } = useSavedSettings('Reminders changed', field);
  return (
    <CheckboxSetting
      title={title}
      text={text}
      checked={!isPending && settings[field]}
      disabled={isPending}
      state={state}
      onChange={(isOn) => save({ [field]: isOn })}
    />
  );
}

/** Blocks and own events, and how long before them the reminder comes. */
function EventKind() {
  const { settings, isPending } = useSettings();
  const { save, state } = useSavedSettings(
    'Reminders changed',
    'remindsOfEvents',
    'reminderMinutes',
  );
  return (
    <div className={css.events}>
      <CheckboxSetting
        title="Events and time blocks"
        text="Each event can have a time of its own."
        checked={!isPending && settings.remindsOfEvents}
        disabled={isPending}
        state={state}
        onChange={(remindsOfEvents) => save({ remindsOfEvents })}
      />
      <SelectField
        label="When events remind"
        hideLabel
        disabled={isPending || !settings.remindsOfEvents}
        value={settings.reminderMinutes}
        onChange={({ target }) => {
          const chosen = REMINDER_CHOICES.find(({ value }) => String(value) === target.value);
          if (chosen) save({ reminderMinutes: chosen.value });
        }}
      >
        {REMINDER_CHOICES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
