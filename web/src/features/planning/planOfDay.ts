import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import type { LocalDay } from '../../lib/time/dates';
import { createDrafts, onDraftChanged } from '../../lib/person/drafts';
import { useSync } from '../../sync/useSync';

/** The steps of planning a day, in order. */
export const PLAN_STEPS = ['leftOver', 'choose', 'place', 'top3'] as const;
export type PlanStep = (typeof PLAN_STEPS)[number];

const PlanOfDay = z.object({
  day: z.string(),
  /** `left`: closed before its end. */
  state: z.enum(['dismissed', 'open', 'left', 'done']),
  step: z.enum(PLAN_STEPS),
  /** Nothing was left over when it was begun: that step is not one of them. */
  skipsLeftOver: z.optional(z.boolean()),
  /** When the blocks begin that are not on the calendar yet: ms since 1970 by the task's id. */
  starts: z.record(z.string(), z.number()),
});

/** How far the planning of a day is. It is stored in this browser, as drafts are. */
export type PlanOfDay = z.infer<typeof PlanOfDay>;

const drafts = createDrafts('dayPlan', PlanOfDay);

/** How far a day's planning is; undefined if it has not been begun or dismissed here. */
export function usePlanOfDay(day: LocalDay) {
  const { userId } = useSync();
  const stored = useSyncExternalStore(onDraftChanged, () => drafts.stored(userId));
  const last = drafts.parse(stored);
  const plan = last?.day === day ? last : undefined;
  return {
    plan,
    /** Changes some of it. */
    keep: (fields: Partial<Omit<PlanOfDay, 'day'>>): void => {
      const before = drafts.get(userId);
      const known = before?.day === day ? before : { state: 'open', step: 'leftOver', starts: {} };
      drafts.set(userId, PlanOfDay.parse({ ...known, ...fields, day }));
    },
  };
}
