import * as z from 'zod/mini';
import { DEFAULT_DATES } from './time/defaultDates';
import { FocusTimerState } from './focusTimerState';
import { Id, patchOf } from './primitives';
import { TimeZone } from './time/timeZone';

/** A whole number from 1 to `max`; anything else is answered with one sentence. */
const whole = (noun: string, max: number) => {
  const error = `Whole ${noun}, 1 to ${max}`;
  return z.int(error).check(z.minimum(1, error), z.maximum(max, error));
};

const Minutes = whole('minutes', 180);

const ClockTime = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Must be a time like 09:00'));

/** When a person works on one day of the week: local clock times. */
export const WorkingTime = z
  .object({ start: ClockTime, end: ClockTime })
  .check(z.refine(({ start, end }) => start < end, 'Working hours must end after they start.'));
export type WorkingTime = z.infer<typeof WorkingTime>;

/** Of each day of the week, Monday first; null for a day off. */
const WorkingHours = z
  .array(z.nullable(WorkingTime))
  .check(z.length(7, 'Working hours are seven days, Monday first.'));

/**
 * Which suggestions of the first minute the person has dismissed. A field for each: of one field the later edit counts,
 * so a list would lose what another device dismissed offline.
 */
const DismissedSuggestions = z.object({
  taskSuggestionDismissed: z.boolean(),
  calendarSuggestionDismissed: z.boolean(),
  focusSuggestionDismissed: z.boolean(),
});
export type DismissedSuggestions = z.infer<typeof DismissedSuggestions>;

/** How days and times are shown, on every device. */
export const DateSettings = z.object({
  /** The first day of a week in the calendar. */
  weekStart: z.enum(['saturday', 'sunday', 'monday']),
  hourFormat: z.enum(['12h', '24h']),
  /** The zone in which the person's days begin and times are shown; null for that of the device. */
  timeZone: z.nullable(TimeZone),
});
export type DateSettings = z.infer<typeof DateSettings>;

/** Product §3: one document per person; durations in minutes. */
export const Settings = z.object({
  id: Id,
  userId: Id,
  focusDuration: Minutes,
  shortBreakDuration: Minutes,
  longBreakDuration: Minutes,
  sessionsBeforeLongBreak: whole('sessions', 12),
  /** From which the free time of a day is counted (design part 8). */
  workingHours: WorkingHours,
  ...DismissedSuggestions.shape,
  ...DateSettings.shape,
  /** How high rows are. */
  density: z.enum(['comfortable', 'compact']),
  /** Absent until it is chosen on any device: until then each browser keeps its own. */
  theme: z.optional(z.enum(['system', 'light', 'dark'])),
  /** The state of the focus timer, so that it continues on another device. Not part of the original specification. */
  timer: z.optional(FocusTimerState),
});
export type Settings = z.infer<typeof Settings>;

export const SettingsPatch = patchOf(() => z.omit(Settings, { id: true, userId: true }));
export type SettingsPatch = z.infer<typeof SettingsPatch>;

/** The settings that a person chooses. An import restores only these, not the timer's state. */
export const ChosenSettings = z.omit(Settings, { id: true, userId: true, timer: true });
export type ChosenSettings = z.infer<typeof ChosenSettings>;

/** The focus timer's. */
export const TimerSettings = z.pick(Settings, {
  focusDuration: true,
  shortBreakDuration: true,
  longBreakDuration: true,
  sessionsBeforeLongBreak: true,
});
export type TimerSettings = z.infer<typeof TimerSettings>;

/** The id of everybody's one settings document (product §3). */
export const SETTINGS_ID = 1;

/** Product §9: the settings until a person changes them. */
export const DEFAULT_SETTINGS = {
  focusDuration: 25,
  shortBreakDuration: 5,
  longBreakDuration: 15,
  sessionsBeforeLongBreak: 4,
  workingHours: Array.from({ length: 7 }, () => ({ start: '09:00', end: '17:00' })),
  taskSuggestionDismissed: false,
  calendarSuggestionDismissed: false,
  focusSuggestionDismissed: false,
  ...DEFAULT_DATES,
  density: 'comfortable',
} satisfies ChosenSettings;

/** A person's settings: what they have changed, and the defaults for the rest. */
export const withDefaultSettings = (
  userId: number,
  changed: Partial<Settings> | undefined,
): Settings => ({
  ...DEFAULT_SETTINGS,
  ...changed,
  id: SETTINGS_ID,
  userId,
});
