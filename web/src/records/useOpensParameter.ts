import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { OPENS_PARAMETER } from '../lib/paths';
import { useSync } from '../sync/useSync';
import { useAddressParameter } from '../ui/hooks/useOpenedByLink';
import { toast } from '../ui/toasts/toast';

/**
 * Opens the record that the address names (`/tasks?opens=ID`), as soon as `isReady` is true. An open
 * dialog must be closed first, because it may hold what the person has typed. `find` returns a record of
 * this browser. If the record is missing, it may be new on another device, so the changes are fetched first. A toast
 * says that the record isn't there.
 */
export function useOpensParameter<Found>(
  noun: 'Task' | 'Event',
  find: (id: number) => Found | undefined,
  open: (record: Found) => void,
  isReady: boolean,
): void {
  const sync = useSync();
  const isDialogOpen = useSyncExternalStore(onBodyChanged, hasDialog);
  const [missed, setMissed] = useState<{ id: number }>();
  useAddressParameter(
    OPENS_PARAMETER,
    (value) => {
      const id = Number(value);
      const record = find(id);
      if (record) open(record);
      else void sync.catchUp().then(() => setMissed({ id }));
    },
    isReady && !isDialogOpen,
  );
  const onFetched = useEffectEvent((id: number) => {
    const record = find(id);
    if (record) open(record);
    else
      toast({
        title: `${noun} not found`,
        description: 'It was deleted, or this browser doesn’t have it yet.',
      });
  });
  useEffect(() => {
    if (missed) onFetched(missed.id);
  }, [missed]);
}

/** Calls back when a dialog may have opened or closed. Dialogs are drawn directly in the body. */
function onBodyChanged(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}

const hasDialog = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
