import { editOf } from '@daymark/contract/laterEdits';
import { SETTINGS_ID, withDefaultSettings } from '@daymark/contract/settings';
import type { Handler } from '../handler';

/** Returns the settings. Nothing is stored until a setting is changed. */
export const getSettings: Handler<'getSettings'> = async ({ owner }, { stores }) =>
  withDefaultSettings(owner.userId, await stores.settings.get(owner, SETTINGS_ID));

export const updateSettings: Handler<'updateSettings'> = async (
  { owner, body, mutation },
  ports,
) => {
  const edit = editOf(body, ports.now());
  const written = await ports.stores.settings.merge(owner, SETTINGS_ID, edit, {}, mutation);
  // The server computes days in the profile's time zone. A time zone that a later edit overruled isn't stored in the
  // profile.
  const { timeZone } = body;
  if (timeZone && timeZone === written.record.timeZone)
    await ports.stores.profiles.update(owner.uid, { timeZone });
  return { ...written, record: withDefaultSettings(owner.userId, written.record) };
};
