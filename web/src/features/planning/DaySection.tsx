import { browserTimeZone } from '../../lib/time/dates';
import { offsetText, zoneTitle } from '../../lib/time/timeZones';
import { ChoiceGroup } from '../../ui/controls/ChoiceGroup';
import { SettingRow } from '../../ui/layout/SettingRow';
import { useNow } from '../../ui/hooks/useNow';
import { useSavedSettings, useSettings } from '../../records/settings/settingsQueries';
import { TimeZoneField } from './TimeZoneField';
import { WorkingHoursForm } from './WorkingHoursForm';
import css from './DaySection.module.css';

const WEEK_STARTS = [
  { value: 'saturday', label: 'Saturday' },
  { value: 'sunday', label: 'Sunday' },
  { value: 'monday', label: 'Monday' },
] as const;

const HOUR_FORMATS = [
  { value: '12h', label: '9:00 AM' },
  { value: '24h', label: '09:00' },
] as const;

const ZONES = [
  { value: 'device', label: 'Follow this device' },
  { value: 'own', label: 'Always the same' },
] as const;

/**
 * The Day settings: the first day of a week, the hour format, the time zone and the working hours. Default export,
 * because it is loaded only on /settings.
 */
export default function DaySection() {
  return (
    <>
      <WeekStart />
      <HourFormat />
      <TimeZone />
      <WorkingHoursForm />
    </>
  );
}

function WeekStart() {
  const { settings, isPending } = useSettings();
  const { save, state } = useSavedSettings('Week start changed', 'weekStart');
  return (
    <SettingRow title="Weeks start on" text="In the calendar." state={state}>
      <ChoiceGroup
        label="Weeks start on"
        choices={WEEK_STARTS}
        value={isPending ? undefined : settings.weekStart}
        onChange={(value) => save({ weekStart: value })}
      />
    </SettingRow>
  );
}

function HourFormat() {
  const { settings, isPending } = useSettings();
  const { save, state } = useSavedSettings('Clock changed', 'hourFormat');
  return (
    <SettingRow title="Clock" text="When you type a time, you can use either." state={state}>
      <ChoiceGroup
        label="Clock"
        choices={HOUR_FORMATS}
        value={isPending ? undefined : settings.hourFormat}
        onChange={(value) => save({ hourFormat: value })}
      />
    </SettingRow>
  );
}

function TimeZone() {
  const { settings, isPending } = useSettings();
  const { timeZone } = settings;
  const { save, state } = useSavedSettings('Time zone changed', 'timeZone');
  const here = browserTimeZone();
  const hereText = `${zoneTitle(here)}, ${offsetText(here, useNow())}`;
  return (
    <SettingRow
      title="Time zone"
      text={
        timeZone === null
          ? `Days and times follow your device. This device is in ${hereText}.`
          : `Days and times are in this zone on every device. This device is in ${hereText}.`
      }
      state={state}
    >
      <div className={css.zone}>
        <ChoiceGroup
          label="Time zone"
          choices={ZONES}
          value={isPending ? undefined : timeZone === null ? 'device' : 'own'}
          onChange={(value) => save({ timeZone: value === 'own' ? (timeZone ?? here) : null })}
        />
        {timeZone !== null && (
          <TimeZoneField value={timeZone} onChange={(value) => save({ timeZone: value })} />
        )}
      </div>
    </SettingRow>
  );
}
