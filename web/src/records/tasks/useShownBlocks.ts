import { useMemo } from 'react';
import { shownBlocks, type ShownBlocks } from '../../domain/planning/shownBlocks';
import { useRecords } from '../../sync/useSync';

/** Returns the block that each task's row shows at this time, by the task's id. */
export function useShownBlocks(now: Date): ShownBlocks {
  const { data } = useRecords('events');
  // The React Compiler does not memoize the blocks, and there can be thousands of events.
  return useMemo(() => shownBlocks(data ?? [], now), [data, now]);
}
