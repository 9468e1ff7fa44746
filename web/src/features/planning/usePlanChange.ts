import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { MutationRequest } from '../../domain/mutation';
import type { Undo } from '../../sync/history';
import { useSync } from '../../sync/useSync';

/** A change that was made while planning, in words, and what takes it back. */
interface PlanChange {
  text: string;
  undo: Undo;
  /** Selects what gets the focus after Undo, if it is still there. */
  focusAfter?: string | undefined;
}

/** Changes something as one change, and takes the last one back. */
export function usePlanChange() {
  const sync = useSync();
  const [last, setLast] = useState<PlanChange>();
  return {
    last,
    /** Rendered at once, so that the focus can be moved to what is there afterwards. */
    apply: (
      text: string,
      requests: readonly MutationRequest[],
      undo: readonly MutationRequest[],
      focusAfter?: string,
    ) =>
      flushSync(() => {
        setLast({ text, undo: sync.change({ title: text }, requests, undo), focusAfter });
      }),
    undo: (): void =>
      flushSync(() => {
        last?.undo();
        setLast(undefined);
      }),
  };
}

export type ApplyChange = ReturnType<typeof usePlanChange>['apply'];
