import { browserTimeZone, timeOfDayText } from '../../lib/time/dates';
import { dateSettings } from '../../lib/time/dateSettings';
import { offsetText, zoneTitle } from '../../lib/time/timeZones';
import { ChoiceGroup } from '../../ui/controls/ChoiceGroup';
import { SettingRow } from '../../ui/layout/SettingRow';
import { useNow } from '../../ui/hooks/useNow';
import { useSavedSettings, useSettings } from '../../records/settings/settingsQueries';
import { TimeZoneField } from './TimeZoneField';
import { WorkingHoursForm } from './WorkingHoursForm';
import css from './DaySection.module.css';

const WEEK_STARTS = { saturday: 'Saturday', sunday: 'Sunday', monday: 'Monday' } as const;
const HOUR_FORMATS = { '12h': '9:00 AM', '24h': '09:00' } as const;
const DATE_ORDERS = { month: 'Nov 20, 2026', day: '20 Nov 2026' } as const;

/** The choice that leaves a setting to each browser's locale. */
const BROWSER = 'browser';

const ZONES = [
  { value: 'device', label: 'Follow this device' },
  { value: 'own', label: 'Always the same' },
] as const;

/**
 * The Day settings: how weeks, times and dates are shown, the time zone, the end of the day and the working hours. Default export,
 * because it is loaded only on /settings.
 */
export default function DaySection() {
  return (
    <>
      <WeekStart />
      <HourFormat />
      <DateOrder />
      <TimeZone />
      <DayEnd />
      <WorkingHoursForm />
    </>
  );
}

/** When the day may end, in minutes after midnight. */
const DAY_ENDS = [0, 60, 120, 180, 240] as const;

function DayEnd() {
  const { settings, isPending } = useSettings();
  const { save, state } = useSavedSettings('End of the day changed', 'dayEndMinutes');
  const { dayEndMinutes } = settings;
  return (
    <SettingRow
      title="My day ends at"
      text="Until then, what you do counts for the day before. The calendar keeps its dates."
      state={state}
    >
      <ChoiceGroup
        label="My day ends at"
        choices={DAY_ENDS.map((minutes) => ({
          value: String(minutes),
          label: minutes === 0 ? 'Midnight' : timeOfDayText(minutes),
        }))}
        value={isPending ? undefined : String(dayEndMinutes)}
        onChange={(minutes) => save({ dayEndMinutes: Number(minutes) })}
      />
    </SettingRow>
  );
}

function WeekStart() {
  const { settings, isPending } = useSettings();
  const { save, state } = useSavedSettings('Week start changed', 'weekStart');
  return (
    <SettingRow title="Weeks start on" text="In the calendar." state={state}>
      <ChoiceOrBrowser
        label="Weeks start on"
        labels={WEEK_STARTS}
        browsers={dateSettings.browsers().weekStart}
        value={isPending ? undefined : settings.weekStart}
        onChange={(weekStart) => save({ weekStart })}
      />
    </SettingRow>
  );
}

function HourFormat() {
  const { settings, isPending } = useSettings();
  const { save, state } = useSavedSettings('Clock changed', 'hourFormat');
  return (
    <SettingRow title="Clock" text="When you type a time, you can use either." state={state}>
      <ChoiceOrBrowser
        label="Clock"
        labels={HOUR_FORMATS}
        browsers={dateSettings.browsers().hourFormat}
        value={isPending ? undefined : settings.hourFormat}
        onChange={(hourFormat) => save({ hourFormat })}
      />
    </SettingRow>
  );
}

function DateOrder() {
  const { settings, isPending } = useSettings();
  const { save, state } = useSavedSettings('Date format changed', 'dateOrder');
  return (
    <SettingRow title="Dates" text="Also how 3/4 is read when you type it." state={state}>
      <ChoiceOrBrowser
        label="Dates"
        labels={DATE_ORDERS}
        browsers={dateSettings.browsers().dateOrder}
        value={isPending ? undefined : settings.dateOrder}
        onChange={(dateOrder) => save({ dateOrder })}
      />
    </SettingRow>
  );
}

interface ChoiceOrBrowserProps<Value extends string> {
  label: string;
  labels: Readonly<Record<Value, string>>;
  /** The browser's own value. */
  browsers: Value;
  /** Null if nothing is chosen, and undefined while that is not known. */
  value: Value | null | undefined;
  onChange: (value: Value | null) => void;
}

/** A choice between some values and the browser's own one. */
function ChoiceOrBrowser<Value extends string>(props: ChoiceOrBrowserProps<Value>) {
  const { label, labels, browsers, value, onChange } = props;
  const values = Object.keys(labels) as Value[];
  return (
    <div className={css.choices}>
      <ChoiceGroup<Value | typeof BROWSER>
        label={label}
        choices={[
          { value: BROWSER, label: `From your browser (${labels[browsers]})` },
          ...values.map((one) => ({ value: one, label: labels[one] })),
        ]}
        value={value === null ? BROWSER : value}
        onChange={(chosen) => onChange(chosen === BROWSER ? null : chosen)}
      />
    </div>
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
