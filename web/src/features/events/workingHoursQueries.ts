import { DEFAULT_SETTINGS, type Settings } from '@daymark/contract/settings';
import { useRecords } from '../../sync/useSync';

/** The person's working hours; the defaults until they are loaded. */
export const useWorkingHours = (): Settings['workingHours'] =>
  useRecords('settings').data?.[0]?.workingHours ?? DEFAULT_SETTINGS.workingHours;
