import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Change } from '../../domain/mutation';
import type { Undo } from '../../sync/history';
import { useSync } from '../../sync/useSync';

/** A change that was made while planning: a sentence about it, and its undo. */
export interface PlanChange {
  text: string;
  undo: Undo;
  /** The id of the element that gets the focus after Undo, if the element still exists. */
  focusId?: string | undefined;
}

/** Returns the last change, a function that makes a change, and a function that undoes the last change. */
export function usePlanChange() {
  const sync = useSync();
  const [last, setLast] = useState<PlanChange>();
  return {
    last,
    /** Renders at once, so that the focus can be moved to an element that appears. Returns the change. */
    apply(text: string, { requests, undo }: Change, focusId?: string): PlanChange {
      const change = { text, undo: sync.change({ title: text }, requests, undo), focusId };
      flushSync(() => setLast(change));
      return change;
    },
    undo: (): void =>
      flushSync(() => {
        last?.undo();
        setLast(undefined);
      }),
  };
}

export type ApplyChange = (text: string, change: Change, focusId?: string) => void;
