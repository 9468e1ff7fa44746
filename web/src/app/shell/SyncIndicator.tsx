import { countText } from '../../lib/text/numbers';
import { CircleAlert, CloudCheck, CloudOff, RefreshCw } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SyncStatus } from '../../sync/createSync';
import { Link } from 'react-router-dom';
import { useConflicts } from '../../records/conflicts/conflictQueries';
import { openConflict } from '../../lib/openConflict';
import { useSync, useSyncStatus } from '../../sync/useSync';
import { TextButton } from '../../ui/controls/TextButton';
import { attentionAddress } from './useAttention';
import css from './SyncIndicator.module.css';

const QUIET_MS = 700;

const ICONS = {
  saved: CloudCheck,
  saving: RefreshCw,
  waiting: CloudOff,
  offline: CloudOff,
  attention: CircleAlert,
} as const;

const counted = (count: number) => countText(count, 'change');

/**
 * Returns the indicator's state and text. Changes that need the person come first, then being offline, then changes
 * that wait.
 */
function syncState(
  { waiting, rejected, offline, retrying }: SyncStatus,
  conflicts: number,
): {
  state: keyof typeof ICONS;
  text: string;
} {
  const open = rejected + conflicts;
  if (open > 0)
    return {
      state: 'attention',
      text: `${counted(open)} ${open === 1 ? 'needs' : 'need'} attention`,
    };
  if (offline)
    return {
      state: 'offline',
      text: waiting > 0 ? `Offline · ${counted(waiting)} waiting` : 'Offline',
    };
  if (waiting === 0) return { state: 'saved', text: 'All changes saved' };
  return retrying
    ? { state: 'waiting', text: `${counted(waiting)} waiting` }
    : { state: 'saving', text: 'Saving…' };
}

interface SyncIndicatorProps {
  compact?: boolean;
  /** Called when the person opens the change that needs attention. */
  onNavigate?: (() => void) | undefined;
}

/** Shows whether everything is saved, and if not, why. `compact` shows nothing while all goes well. */
export function SyncIndicator({ compact = false, onNavigate }: SyncIndicatorProps) {
  const sync = useSync();
  const [conflict, ...otherConflicts] = useConflicts();
  const conflictCount = conflict ? 1 + otherConflicts.length : 0;
  const { state, text } = syncState(useSyncStatus(), conflictCount);
  const isSlow = useIsSlow(state === 'saving');
  const Icon = ICONS[state];
  const rejected = useSyncExternalStore(sync.subscribe, () =>
    sync.unsent().find(({ rejection }) => rejection),
  );
  const shown = useSyncExternalStore(
    sync.subscribe,
    () =>
      rejected &&
      sync
        .records(rejected.collection)
        .data?.find(({ id }: { id: number }) => id === rejected.recordId),
  );
  const isSilent = compact && (state === 'saved' || (state === 'saving' && !isSlow));
  return (
    <p className={css.indicator} data-state={state} role="status">
      {!isSilent && (
        <>
          <Icon size={15} aria-hidden="true" />
          {rejected ? (
            <Link {...attentionAddress(rejected, shown)} onClick={onNavigate}>
              {text}
            </Link>
          ) : conflict ? (
            <TextButton
              onClick={() => {
                onNavigate?.();
                openConflict.set(conflict.id);
              }}
            >
              {text}
            </TextButton>
          ) : (
            <span>{text}</span>
          )}
        </>
      )}
    </p>
  );
}

/** Whether a save takes long enough to be shown. */
function useIsSlow(isSaving: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isSaving) return undefined;
    const timer = setTimeout(() => setSlow(true), QUIET_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isSaving]);
  return isSlow;
}
