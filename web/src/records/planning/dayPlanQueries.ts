import type { PlanOfDay } from '@daymark/contract/dayPlan';
import { idOfDay } from '@daymark/contract/primitives';
import type { LocalDay } from '../../lib/time/dates';
import { useRecordMutations, useRecords, useSync } from '../../sync/useSync';

/** Returns the plan that was kept for a day, or undefined if there is none. */
export const useKeptPlan = (day: LocalDay): PlanOfDay | undefined =>
  useRecords('dayPlans').data?.find(({ id }) => id === idOfDay(day))?.plan ?? undefined;

/** Whether a plan was kept for a day, on any device. Undefined until that is known. */
export function useIsPlanned(day: LocalDay): boolean | undefined {
  const { data } = useRecords('dayPlans');
  return data?.some(({ id, plan }) => id === idOfDay(day) && plan !== null);
}

/** Returns a function that keeps the plan of a day, in place of an earlier one. */
export function useKeepPlan() {
  const sync = useSync();
  const { create, update } = useRecordMutations('dayPlans');
  return (day: LocalDay, plan: PlanOfDay): void => {
    const [id, text] = [idOfDay(day), { title: 'Plan kept' }];
    const plans = sync.records('dayPlans').data ?? [];
    // Another device may have created the record offline, and a create doesn't replace its plan. So the plan is an edit.
    if (!plans.some((one) => one.id === id)) create({ id, day, plan: null }, text);
    update(id, { plan }, text);
  };
}
