import { useSettings } from './settingsQueries';
import type { WorkingHours } from '../../domain/planning/freeTime';

/** Returns the person's working hours, or the defaults until they are loaded. */
export function useWorkingHours(): { hours: WorkingHours; isPending: boolean } {
  const { settings, isPending } = useSettings();
  return { hours: settings.workingHours, isPending };
}
