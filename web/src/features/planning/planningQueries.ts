import { DEFAULT_SETTINGS, SETTINGS_ID } from '@daymark/contract/settings';
import { useRecordMutations, useRecords } from '../../sync/useSync';
import { toast } from '../../ui/toast';
import type { WorkingHours } from './freeTime';

/** The person's working hours; the defaults until they are loaded. */
export function useWorkingHours() {
  const { data, ...rest } = useRecords('settings');
  const { update, retry, discard } = useRecordMutations('settings');
  const record = data?.[0];
  return {
    ...rest,
    // A copy that this browser stored before there were working hours has none.
    hours: (record?.workingHours as WorkingHours | undefined) ?? DEFAULT_SETTINGS.workingHours,
    saveError: record?.saveError,
    save: (hours: WorkingHours): void => {
      const said = { title: 'Working hours saved' };
      update(SETTINGS_ID, { workingHours: [...hours] }, said);
      toast(said);
    },
    retry: (): void => retry(SETTINGS_ID),
    discard: (): void => discard(SETTINGS_ID),
  };
}
