import type { CollectionName } from '@daymark/contract/changes';
import type { Event } from '@daymark/contract/event';
import { useEffect, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { reflectionDayOf } from '@daymark/contract/reflection';
import { firstDayOf } from '../../domain/events/allDay';
import { createStore } from '../../lib/browser/externalStore';
import { paths, type AttentionState } from '../../lib/paths';
import type { Identified, Mutation } from '../../domain/mutation';
import { useSync } from '../../sync/useSync';

/** How long a screen may take to show what the person is led to. */
const PATIENCE_MS = 5_000;

const PATHS: Record<CollectionName, string> = {
  tasks: paths.tasks,
  categories: paths.tasks,
  events: paths.calendar,
  settings: paths.focus,
  reflections: paths.reflection,
  notes: paths.notes,
  focusSessions: paths.focus,
  conflicts: paths.today,
};

/** Where a rejected mutation's record is shown, with Retry and Discard. `record` is undefined if there is none. */
export function attentionAddress(
  { collection, recordId }: Mutation,
  record: object | undefined,
): { to: string; state: AttentionState } {
  const search =
    collection === 'reflections'
      ? `?day=${reflectionDayOf(recordId)}`
      : collection === 'events' && record
        ? `?date=${firstDayOf(record as Event)}`
        : '';
  return { to: PATHS[collection] + search, state: { attention: collection } };
}

/** The rejected mutation that a toast leads to, until it is opened. */
export const shownRejection = createStore<Mutation | undefined>(undefined);

/** Opens the screen of `shownRejection`. After a link to a rejected change: focuses its Retry, once it is there. */
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
    const find = () => {
      const retry = document.querySelector<HTMLElement>('[data-retry="rejected"]');
      if (!retry) return;
      stop();
      retry.scrollIntoView({ block: 'center' });
      retry.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(find);
    const timer = setTimeout(() => observer.disconnect(), PATIENCE_MS);
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
    };
    observer.observe(document.body, { childList: true, subtree: true });
    find();
    return stop;
  }, [isWanted, key]);
}
