import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import type { LocalDay } from '../../lib/time/dates';
import { createDrafts, onDraftChanged } from '../../lib/person/drafts';
import { useSync } from '../../sync/useSync';

/** The steps of planning a day, in order. */
export const PLAN_STEPS = ['leftOver', 'choose', 'top3', 'place'] as const;
export type PlanStep = (typeof PLAN_STEPS)[number];

const PlanOfDay = z.object({
  day: z.string(),
  /** `left` means that the dialog was closed before planning was done. */
  state: z.enum(['dismissed', 'open', 'left', 'done']),
  step: z.enum(PLAN_STEPS),
  /** Whether the step `leftOver` is skipped, because nothing was left over when planning began. */
  skipsLeftOver: z.optional(z.boolean()),
  /** The spans of the blocks that are not on the calendar yet, by task id. */
  proposed: z.record(z.string(), z.array(z.object({ from: z.number(), to: z.number() }))),
});

/** The progress of planning a day. The progress is stored in this browser, as drafts are. */
export type PlanOfDay = z.infer<typeof PlanOfDay>;

const drafts = createDrafts('dayPlan', PlanOfDay);

/**
 * Returns the progress of a day's planning. `plan` is undefined if planning was neither begun nor dismissed in this
 * browser.
 */
export function usePlanOfDay(day: LocalDay) {
  const { userId } = useSync();
  const stored = useSyncExternalStore(onDraftChanged, () => drafts.stored(userId));
  const last = drafts.parse(stored);
  const plan = last?.day === day ? last : undefined;
  return {
    plan,
    /** Changes some fields of the plan. */
    keep: (fields: Partial<Omit<PlanOfDay, 'day'>>): void => {
      const before = drafts.get(userId);
      const known =
        before?.day === day ? before : { state: 'open', step: 'leftOver', proposed: {} };
      drafts.set(userId, PlanOfDay.parse({ ...known, ...fields, day }));
    },
  };
}
