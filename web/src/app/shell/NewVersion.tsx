import { RotateCw } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { newVersion } from '../../lib/api/appVersion';
import { ShellButton } from './ShellButton';

/** Offers the new version of the app, if there is one. The person can take it at any time without losing anything. */
export function NewVersion() {
  const reload = useSyncExternalStore(newVersion.subscribe, newVersion.reload);
  if (!reload) return null;
  return (
    <ShellButton look="outlined" onClick={reload}>
      <RotateCw size={18} aria-hidden="true" />
      Reload to update
    </ShellButton>
  );
}
