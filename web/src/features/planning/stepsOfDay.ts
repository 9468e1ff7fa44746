import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { createDrafts, onDraftChanged } from '../../lib/person/drafts';
import type { LocalDay } from '../../lib/time/dates';
import { useSync } from '../../sync/useSync';

/** The steps of planning a day, in order. */
export const PLAN_STEPS = ['leftOver', 'choose', 'top3', 'place'] as const;
export type PlanStep = (typeof PLAN_STEPS)[number];

/** The steps of closing a day, in order. */
export const CLOSE_STEPS = ['left', 'reflect', 'tomorrow'] as const;
export type CloseStep = (typeof CLOSE_STEPS)[number];

const PlanOfDay = z.object({
  day: z.string(),
  /** `left` means that the dialog was closed before planning was done. */
  state: z.enum(['dismissed', 'open', 'left', 'done']),
  step: z.enum(PLAN_STEPS),
  /** Whether the first step is skipped, because nothing was left over when planning began. */
  skipsLeftOver: z.optional(z.boolean()),
  /** The spans of the blocks that are not on the calendar yet, by task id. */
  proposed: z.record(z.string(), z.array(z.object({ from: z.number(), to: z.number() }))),
});

const CloseOfDay = z.object({
  day: z.string(),
  /** `left` means that the dialog was closed before the last step was done. */
  state: z.enum(['open', 'left', 'done']),
  step: z.enum(CLOSE_STEPS),
  /** Whether the first step is skipped, because nothing was left when closing began. */
  skipsLeftOver: z.optional(z.boolean()),
});

const plans = createDrafts('dayPlan', PlanOfDay);
const closes = createDrafts('dayClose', CloseOfDay);

/**
 * Returns how far a day is planned or closed in this browser, or undefined if that has not begun. `keep` changes some
 * fields. The progress is stored as drafts are.
 */
function useDayProgress<Progress extends { day: string }>(
  drafts: ReturnType<typeof createDrafts<Progress>>,
  day: LocalDay,
  first: Omit<Progress, 'day'>,
) {
  const { userId } = useSync();
  const stored = useSyncExternalStore(onDraftChanged, () => drafts.stored(userId));
  const last = drafts.parse(stored);
  return {
    progress: last?.day === day ? last : undefined,
    keep: (fields: Partial<Omit<Progress, 'day'>>): void => {
      const before = drafts.get(userId);
      const known = before?.day === day ? before : first;
      drafts.set(userId, { ...known, ...fields, day } as Progress);
    },
  };
}

/** Returns how far a day is planned in this browser. */
export const usePlanOfDay = (day: LocalDay) =>
  useDayProgress(plans, day, { state: 'open', step: 'leftOver', proposed: {} });

/** Returns how far a day is closed in this browser. */
export const useCloseOfDay = (day: LocalDay) =>
  useDayProgress(closes, day, { state: 'open', step: 'left' });
