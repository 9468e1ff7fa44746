import { DEFAULT_SETTINGS, SETTINGS_ID, type SettingsPatch } from '@daymark/contract/settings';
import { useState, useSyncExternalStore } from 'react';
import { useRecordMutations, useRecords, useSync, useSyncStatus } from '../../sync/useSync';
import type { SaveState } from '../../ui/fields/SavedNote';

/**
 * Returns the person's settings as this browser knows them, or the defaults until they are loaded. Controls don't show
 * the defaults while `isPending`.
 */
export function useSettings() {
  const { data, ...rest } = useRecords('settings');
  return { ...rest, settings: { ...DEFAULT_SETTINGS, ...data?.[0] } };
}

/**
 * Returns a function that saves the settings of one control, offline too, and the state of saving. `title` names the
 * change in the history of Undo: "Week start changed". `fields` are the fields of the control.
 */
export function useSavedSettings(
  title: string,
  ...fields: readonly Exclude<keyof SettingsPatch, 'editedAt'>[]
): { save: (patch: SettingsPatch) => void; state: SaveState } {
  const sync = useSync();
  const { offline } = useSyncStatus();
  const { update, retry, discard } = useRecordMutations('settings');
  const saveError = useRecords('settings').data?.[0]?.saveError;
  const [isChanged, setChanged] = useState(false);
  // Return a string, because the list of mutations is a new object after every change.
  const unsent = useSyncExternalStore(sync.subscribe, () => {
    const own = sync
      .unsent()
      .filter(
        (mutation) =>
          mutation.collection === 'settings' && fields.some((field) => field in mutation.fields),
      );
    return own.some(({ rejection }) => rejection !== undefined)
      ? 'rejected'
      : own.length > 0
        ? 'waiting'
        : 'none';
  });
  const onRetry = () => retry(SETTINGS_ID);
  const onDiscard = () => {
    setChanged(false);
    discard(SETTINGS_ID);
  };
  const sentence = saveError?.sentence;
  const state: SaveState =
    unsent === 'rejected'
      ? { kind: 'failed', sentence, onRetry, onDiscard }
      : unsent === 'none'
        ? isChanged
          ? { kind: 'saved' }
          : undefined
        : saveError
          ? { kind: 'failed', onRetry }
          : { kind: offline ? 'waiting' : 'saving' };
  return {
    save: (patch) => {
      setChanged(true);
      update(SETTINGS_ID, patch, { title });
    },
    state,
  };
}
