import * as z from 'zod/mini';
import { FocusTimerState } from './focusTimerState';
import { Id, patchOf } from './primitives';

const Minutes = z.int().check(z.minimum(1), z.maximum(180));

/** Product §3, one a person; durations in minutes. */
export const Settings = z.object({
  id: Id,
  userId: Id,
  focusDuration: Minutes,
  shortBreakDuration: Minutes,
  longBreakDuration: Minutes,
  sessionsBeforeLongBreak: z.int().check(z.minimum(1), z.maximum(12)),
  /** The timer where the person left it, on whatever device. Ours: it goes on on the next one. */
  timer: z.optional(FocusTimerState),
});
export type Settings = z.infer<typeof Settings>;

export const SettingsPatch = patchOf(z.omit(Settings, { id: true, userId: true }));
export type SettingsPatch = z.infer<typeof SettingsPatch>;

/** What a person sets, and an import brings back: the timer's state belongs to its moment. */
export const TimerDurations = z.omit(Settings, { id: true, userId: true, timer: true });
export type TimerDurations = z.infer<typeof TimerDurations>;

/** Product §3: a person has one. */
export const SETTINGS_ID = 1;

/** Product §9: what counts until a person says otherwise. */
export const DEFAULT_SETTINGS = {
  focusDuration: 25,
  shortBreakDuration: 5,
  longBreakDuration: 15,
  sessionsBeforeLongBreak: 4,
} as const satisfies TimerDurations;

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
