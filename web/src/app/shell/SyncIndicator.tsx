import { CircleAlert, CloudCheck, CloudOff, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SyncStatus } from '../../sync/createSync';
import { useSyncStatus } from '../../sync/useSync';
import css from './SyncIndicator.module.css';

const QUIET_MS = 700;

const ICONS = {
  saved: CloudCheck,
  saving: RefreshCw,
  waiting: CloudOff,
  offline: CloudOff,
  attention: CircleAlert,
} as const;

const counted = (count: number) => `${count} ${count === 1 ? 'change' : 'changes'}`;

/** What the indicator says: what needs the person first, then what waits for the line. */
function syncState({ waiting, rejected, offline, retrying }: SyncStatus): {
  state: keyof typeof ICONS;
  text: string;
} {
  if (rejected > 0)
    return {
      state: 'attention',
      text: `${counted(rejected)} ${rejected === 1 ? 'needs' : 'need'} attention`,
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

/** Small and calm: whether everything is saved, and if not, why. `compact` says nothing while all goes well. */
export function SyncIndicator({ compact = false }: { compact?: boolean }) {
  const { state, text } = syncState(useSyncStatus());
  const isSlow = useIsSlow(state === 'saving');
  const Icon = ICONS[state];
  const isSilent = compact && (state === 'saved' || (state === 'saving' && !isSlow));
  return (
    <p className={css.indicator} data-state={state} role="status">
      {!isSilent && (
        <>
          <Icon size={15} aria-hidden="true" />
          <span>{text}</span>
        </>
      )}
    </p>
  );
}

/** Whether a save takes longer than is worth no word. */
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
