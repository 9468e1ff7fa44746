import * as z from 'zod/mini';
import { DEFAULT_DATES } from './time/defaultDates';
import { FocusTimerState } from './focusTimerState';
import { Id, patchOf } from './primitives';
import { DEFAULT_REMINDERS, ReminderSettings } from './reminders/reminderSettings';
import { TimeZone } from './time/timeZone';

/** Returns the schema of a whole number from 1 to `max`. Every error has the same sentence. */
const whole = (noun: string, max: number) => {
  const error = `Whole ${noun}, 1 to ${max}`;
  return z.int(error).check(z.minimum(1, error), z.maximum(max, error));
};

const Minutes = whole('minutes', 180);

const ClockTime = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Must be a time like 09:00'));

const LunchBreak = z
  .object({ start: ClockTime, end: ClockTime })
  .check(z.refine(({ start, end }) => start < end, 'A break must end after it starts.'));

/** The working hours of one weekday, as local clock times, with a lunch break if there is one. */
export const WorkingTime = z
  .object({ start: ClockTime, end: ClockTime, break: z.optional(LunchBreak) })
  .check(
    z.refine(({ start, end }) => start < end, 'Working hours must end after they start.'),
    z.refine(
      ({ start, end, break: pause }) => !pause || (start < pause.start && pause.end < end),
      'A break must be within the working hours.',
    ),
  );
export type WorkingTime = z.infer<typeof WorkingTime>;

/** The working hours of each weekday, Monday first. A day off is null. */
const WorkingHours = z
  .array(z.nullable(WorkingTime))
  .check(z.length(7, 'Working hours are seven days, Monday first.'));

/**
 * The suggestions on /today that the person has dismissed. Each suggestion has a separate field. In a single list, an
 * edit would overwrite what another device dismissed offline.
 */
const DismissedSuggestions = z.object({
  taskSuggestionDismissed: z.boolean(),
  calendarSuggestionDismissed: z.boolean(),
  focusSuggestionDismissed: z.boolean(),
  /** Also set when the person has said when they work. */
  hoursSuggestionDismissed: z.boolean(),
});
export type DismissedSuggestions = z.infer<typeof DismissedSuggestions>;

/**
 * How days and times are shown, on every device. Until the person chooses, the first three are null, and each browser
 * uses its own locale.
 */
export const DateSettings = z.object({
  /** The first day of a week in the calendar. */
  weekStart: z.nullable(z.enum(['saturday', 'sunday', 'monday'])),
  hourFormat: z.nullable(z.enum(['12h', '24h'])),
  /** Whether dates show the month or the day first: "Nov 20" or "20 Nov". */
  dateOrder: z.nullable(z.enum(['month', 'day'])),
  /**
   * The zone in which the person's days begin and times are shown. If `timeZone` is null, each device uses its own
   * zone.
   */
  timeZone: z.nullable(TimeZone),
  /** How long after midnight the person's day ends, in minutes. Until then it is still the day before. */
  dayEndMinutes: z
    .int('Whole minutes, 0 to 240')
    .check(z.minimum(0, 'Whole minutes, 0 to 240'), z.maximum(240, 'Whole minutes, 0 to 240')),
});
export type DateSettings = z.infer<typeof DateSettings>;

/** A person's settings, one document per person (product §3). Durations are in minutes. */
export const Settings = z.object({
  id: Id,
  userId: Id,
  focusDuration: Minutes,
  shortBreakDuration: Minutes,
  longBreakDuration: Minutes,
  sessionsBeforeLongBreak: whole('sessions', 12),
  /** The working hours by weekday, which limit a day's free time (product §4). */
  workingHours: WorkingHours,
  ...DismissedSuggestions.shape,
  ...DateSettings.shape,
  ...ReminderSettings.shape,
  /** The height of rows. */
  density: z.enum(['comfortable', 'compact']),
  /**
   * The chosen theme. Absent until the person chooses a theme. Each browser keeps its own theme while the field is
   * absent.
   */
  theme: z.optional(z.enum(['system', 'light', 'dark'])),
  /** The state of the focus timer, so that a run continues on another device. */
  timer: z.optional(FocusTimerState),
});
export type Settings = z.infer<typeof Settings>;

export const SettingsPatch = patchOf(() => z.omit(Settings, { id: true, userId: true }));
export type SettingsPatch = z.infer<typeof SettingsPatch>;

/** The settings that a person chooses. An import restores only these settings, not the timer's state. */
export const ChosenSettings = z.omit(Settings, { id: true, userId: true, timer: true });
export type ChosenSettings = z.infer<typeof ChosenSettings>;

/** The settings of the focus timer. */
export const TimerSettings = z.pick(Settings, {
  focusDuration: true,
  shortBreakDuration: true,
  longBreakDuration: true,
  sessionsBeforeLongBreak: true,
});
export type TimerSettings = z.infer<typeof TimerSettings>;

/** The id of the settings document, the same for every person. */
export const SETTINGS_ID = 1;

/** The settings until a person changes them (product §3 and §9). */
export const DEFAULT_SETTINGS = {
  focusDuration: 25,
  shortBreakDuration: 5,
  longBreakDuration: 15,
  sessionsBeforeLongBreak: 4,
  workingHours: Array.from({ length: 7 }, () => ({ start: '09:00', end: '17:00' })),
  taskSuggestionDismissed: false,
  calendarSuggestionDismissed: false,
  focusSuggestionDismissed: false,
  hoursSuggestionDismissed: false,
  ...DEFAULT_DATES,
  ...DEFAULT_REMINDERS,
  density: 'comfortable',
} satisfies ChosenSettings;

/** Returns a person's settings: the fields that they changed, and the defaults for the rest. */
export const withDefaultSettings = (
  userId: number,
  changed: Partial<Settings> | undefined,
): Settings => ({
  ...DEFAULT_SETTINGS,
  ...changed,
  id: SETTINGS_ID,
  userId,
});
