import { pageNote } from '../lib/pageNote';

/** One notice: a title, a sentence, and at most one thing to do about it. */
export interface Toast {
  title: string;
  description?: string;
  /** `error` is the destructive variant of product §8. */
  tone?: 'plain' | 'error';
  action?: { label: string; run: () => void };
}

const KEPT = 'daymark.toast';

let show: ((toast: Toast) => void) | undefined;
let waiting: Toast[] = [];
const listeners = new Set<() => void>();

/** Shows a notice. The area that draws it is loaded with the first one. */
export function toast(notice: Toast): void {
  if (show) {
    show(notice);
    return;
  }
  waiting = [...waiting, notice];
  listeners.forEach((listener) => listener());
}

/** Shows a notice on the page that comes next, for the ways out that leave this one (product §2, §4). */
export function toastAfterReload({ title, description }: Toast): void {
  pageNote.leave(KEPT, JSON.stringify({ title, description }));
}

/** Shows what the page before left to say. */
export function showKeptToast(): void {
  const kept = pageNote.take(KEPT);
  if (kept) toast(JSON.parse(kept) as Toast);
}

/** For the area: whether there is anything to draw, and the way to draw it. */
export const toastArea = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  wanted: (): boolean => Boolean(show) || waiting.length > 0,
  open(showToast: (toast: Toast) => void): void {
    show = showToast;
    waiting.forEach(showToast);
    waiting = [];
  },
};
