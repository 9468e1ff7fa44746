import { toast, type Toast } from './toast';

/** The part of a Sync that says whether changes reach the server. */
interface SyncState {
  subscribe: (listener: () => void) => () => void;
  status: () => { offline: boolean; waiting: number };
}

/**
 * Shows a toast for a change that is stored in this browser and still being sent. If the server can't be reached, now
 * or while the toast is shown, the toast says so. `onlineOnly` is a sentence to show only if the server can be reached.
 */
export function toastSaved(
  { subscribe, status }: SyncState,
  content: Toast,
  onlineOnly?: string,
): void {
  let stop = () => {};
  const show = (sentence: string | undefined) => {
    // The sentence comes first, because the end of a long description may be cut off.
    const description = [sentence, content.description].filter(Boolean).join('\n');
    toast({ ...content, ...(description && { description }), onClose: () => stop() });
  };
  const isOffline = status().offline;
  show(isOffline ? SAVED_HERE : onlineOnly);
  if (isOffline) return;
  stop = subscribe(() => {
    const { offline, waiting } = status();
    if (waiting > 0 && !offline) return;
    stop();
    if (offline) show(SAVED_HERE);
  });
}

const SAVED_HERE = 'Saved on this device. It is sent when you are online.';
