import { editOf } from '@daymark/contract/laterEdits';
import { SETTINGS_ID, withDefaultSettings, type Settings } from '@daymark/contract/settings';
import type { Handler } from '../handler';

/** Returns the settings. Nothing is stored until a setting is changed. */
export const getSettings: Handler<'getSettings'> = async ({ owner }, { stores }) =>
  withDefaultSettings(owner.userId, await stores.settings.get(owner, SETTINGS_ID));

/** The settings that decide when reminders are due. */
const WHEN_DUE = [
  'remindsOfEvents',
  'reminderMinutes',
  'remindsOfDeadlines',
  'remindsOfTimer',
  'remindsToPlan',
  'remindsToReflect',
  'workingHours',
  'dayEndMinutes',
  'timeZone',
] as const satisfies (keyof Settings)[];

export const updateSettings: Handler<'updateSettings'> = async (
  { owner, body, mutation },
  ports,
) => {
  const { stores, now } = ports;
  const edit = editOf(body, now());
  const written = await stores.settings.merge(owner, SETTINGS_ID, edit, {}, mutation);
  // The server computes days in the profile's time zone. A time zone that a later edit overruled isn't stored in the
  // profile.
  const { timeZone } = body;
  if (timeZone && timeZone === written.record.timeZone)
    await stores.profiles.update(owner.uid, { timeZone });
  const settings = withDefaultSettings(owner.userId, written.record);
  if (WHEN_DUE.some((field) => body[field] !== undefined))
    await stores.reminders.lookAgain(owner, now().getTime());
  else if (body.timer) await stores.reminders.lookAgain(owner, now().getTime(), settings);
  return { ...written, record: settings };
};
