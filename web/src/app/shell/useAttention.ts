import type { CollectionName } from '@daymark/contract/changes';
import type { Event } from '@daymark/contract/event';
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { dayOfId } from '@daymark/contract/primitives';
import { firstDayOf } from '../../domain/events/allDay';
import { paths, type AttentionState } from '../../lib/paths';
import type { Identified, Mutation } from '../../domain/mutation';
import { useSync } from '../../sync/useSync';
import { wantedRetry } from '../../ui/wantedRetry';
import { shownRejection } from './shownRejection';

/** Longest time that a screen may take to show the change that needs attention, in ms. */
const PATIENCE_MS = 5_000;

const PATHS: Record<CollectionName, string> = {
  goals: paths.calendar,
  tasks: paths.tasks,
  categories: paths.tasks,
  events: paths.calendar,
  settings: paths.focus,
  reflections: paths.reflection,
  dayPlans: paths.reflection,
  weekReviews: paths.reflection,
  notes: paths.notes,
  focusSessions: paths.focus,
  conflicts: paths.today,
};

/**
 * Returns the address at which a rejected mutation's record is shown, with Retry and Discard. `record` is the record as
 * it is shown, or undefined if it isn't shown.
 */
export function attentionAddress(
  { collection, recordId }: Mutation,
  record: object | undefined,
): { to: string; state: AttentionState } {
  const search =
    collection === 'reflections'
      ? `?day=${dayOfId(recordId)}`
      : collection === 'weekReviews'
        ? `?week=${dayOfId(recordId)}`
        : collection === 'events' && record
          ? `?date=${firstDayOf(record as Event)}`
          : '';
  return { to: PATHS[collection] + search, state: { attention: collection } };
}

/**
 * Opens the screen of `shownRejection`. After a link to a rejected change, focuses the change's Retry button once the
 * button is drawn.
 */
export function useAttention(): void {
  const sync = useSync();
  const navigate = useNavigate();
  const rejection = useSyncExternalStore(shownRejection.subscribe, shownRejection.get);
  useEffect(() => {
    if (!rejection) return;
    shownRejection.set(undefined);
    const records: readonly Identified[] = sync.records(rejection.collection).data ?? [];
    const { to, state } = attentionAddress(
      rejection,
      records.find(({ id }) => id === rejection.recordId),
    );
    void navigate(to, { state });
  }, [rejection, navigate, sync]);
  const { state, key } = useLocation() as { state: AttentionState | null; key: string };
  const isWanted = Boolean(state?.attention);
  useEffect(() => {
    if (!isWanted) return undefined;
    wantedRetry.set(true);
    const timer = setTimeout(() => wantedRetry.set(false), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isWanted, key]);
}
