import { tabStorage } from '../../lib/browser/browserStorage';
import { createListeners } from '../../lib/browser/externalStore';

/** A toast: a title, a sentence, and at most one action. */
export interface Toast {
  title: string;
  description?: string;
  /** `error` is the destructive variant of product §8. */
  severity?: 'info' | 'error';
  /**
   * `focusId` is the id of the element that gets the focus afterwards, such as a restored row. Without an id, the
   * screen gets the focus.
   */
  action?: { label: string; run: () => void; focusId?: string | undefined };
  /** Called when the toast disappears, for whatever reason. */
  onClose?: () => void;
}

const STORED_TOAST = 'daymark.toast';

let show: ((toast: Toast) => void) | undefined;
let waiting: Toast[] = [];
const listeners = createListeners();

/** Shows a toast. Toasts wait until ToastArea is mounted. The first toast loads ToastArea. */
export function toast(content: Toast): void {
  if (show) {
    show(content);
    return;
  }
  waiting = [...waiting, content];
  listeners.notify();
}

/**
 * Shows a toast on the next page, when a sign-in or a logout loads it (product §2, §4). Only the toast's texts are
 * kept.
 */
export function toastAfterReload({ title, description }: Toast): void {
  tabStorage.set(STORED_TOAST, JSON.stringify({ title, description }));
}

/** Shows the toast that the previous page stored with `toastAfterReload`. */
export function showStoredToast(): void {
  const stored = tabStorage.take(STORED_TOAST);
  if (stored) toast(JSON.parse(stored) as Toast);
}

/**
 * Connects ToastArea and the code that loads it. `wanted` returns true once there is a toast. `open` connects the area
 * and returns a function that disconnects it.
 */
export const toastArea = {
  subscribe: listeners.subscribe,
  wanted: (): boolean => Boolean(show) || waiting.length > 0,
  open(showToast: (toast: Toast) => void): () => void {
    show = showToast;
    waiting.forEach(showToast);
    waiting = [];
    return () => {
      if (show === showToast) show = undefined;
    };
  },
};
