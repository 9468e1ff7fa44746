import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import type { LocalDay } from '../../lib/time/dates';
import { createDrafts, onDraftChanged } from '../../lib/person/drafts';
import { useSync } from '../../sync/useSync';

/** The steps of closing the day, in order. */
export const CLOSE_STEPS = ['left', 'reflect', 'tomorrow'] as const;
export type CloseStep = (typeof CLOSE_STEPS)[number];

const CloseOfDay = z.object({
  day: z.string(),
  /** `left` means that the dialog was closed before the last step was done. */
  state: z.enum(['open', 'left', 'done']),
  step: z.enum(CLOSE_STEPS),
});

/** The progress of closing the day. The progress is stored in this browser, as drafts are. */
type CloseOfDay = z.infer<typeof CloseOfDay>;

const drafts = createDrafts('dayClose', CloseOfDay);

/** Returns the progress of closing a day. `close` is undefined if closing has not begun in this browser. */
export function useCloseOfDay(day: LocalDay) {
  const { userId } = useSync();
  const stored = useSyncExternalStore(onDraftChanged, () => drafts.stored(userId));
  const last = drafts.parse(stored);
  const close = last?.day === day ? last : undefined;
  return {
    close,
    keep: (fields: Partial<Omit<CloseOfDay, 'day'>>): void => {
      const before = drafts.get(userId);
      const known = before?.day === day ? before : { state: 'open', step: 'left' };
      drafts.set(userId, CloseOfDay.parse({ ...known, ...fields, day }));
    },
  };
}
