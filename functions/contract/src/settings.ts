import * as z from 'zod/mini';
import { Id, patchOf } from './primitives';

const Minutes = z.int().check(z.minimum(1), z.maximum(180));

/** Spec §3, one a person; durations in minutes. */
export const Settings = z.object({
  id: Id,
  userId: Id,
  focusDuration: Minutes,
  shortBreakDuration: Minutes,
  longBreakDuration: Minutes,
  sessionsBeforeLongBreak: z.int().check(z.minimum(1), z.maximum(12)),
});
export type Settings = z.infer<typeof Settings>;

export const SettingsPatch = patchOf(z.omit(Settings, { id: true, userId: true }));
export type SettingsPatch = z.infer<typeof SettingsPatch>;

/** Spec §3: a person has one. */
export const SETTINGS_ID = 1;

/** Spec §9: what counts until a person says otherwise. */
export const DEFAULT_SETTINGS = {
  focusDuration: 25,
  shortBreakDuration: 5,
  longBreakDuration: 15,
  sessionsBeforeLongBreak: 4,
} as const satisfies SettingsPatch;

/** A person's settings: what they have said, and the defaults for the rest. */
export const settingsOf = (userId: number, said: Partial<Settings> | undefined): Settings => ({
  ...DEFAULT_SETTINGS,
  ...said,
  id: SETTINGS_ID,
  userId,
});
