import { useEffectEvent, useLayoutEffect } from 'react';

/** The entry of `history.state` that says how many dialogs are open. The router keeps its own entries beside it. */
const DEPTH = 'dialogs';

/** What Back does to each open dialog, the lowest first. */
const open: (() => void)[] = [];

/** Whether this module went back itself and the browser has not reported it yet. */
let isReturning = false;
let scheduled: ReturnType<typeof setTimeout> | undefined;

const depth = (): number => Number((history.state as Record<string, unknown> | null)?.[DEPTH] ?? 0);

/** Gives each open dialog an entry of the history, and removes the entries of those that are closed. */
function reconcile(): void {
  scheduled = undefined;
  if (isReturning) return;
  const missing = open.length - depth();
  // Going back would scroll the screen to where it was when the first dialog opened.
  if (missing > 0 && depth() === 0) history.scrollRestoration = 'manual';
  if (missing < 0) {
    isReturning = true;
    history.go(missing);
  }
  for (let entry = 0; entry < missing; entry++)
    history.pushState({ ...history.state, [DEPTH]: depth() + 1 }, '');
}

/** Later, so that one dialog that opens as another closes takes over its entry, and a link's entry comes first. */
const reconcileLater = (): void => {
  scheduled ??= setTimeout(reconcile);
};

function onPopState(): void {
  if (depth() === 0) history.scrollRestoration = 'auto';
  if (isReturning) isReturning = false;
  else for (const close of open.slice(depth()).reverse()) close();
  // A dialog that asks first stays open, and needs its entry again.
  reconcileLater();
}

/**
 * While `isOpen`, the browser's Back calls `close` and stays on the screen: it closes a dialog as Escape does. The
 * dialog that opened last is asked first.
 */
export function useCloseOnBack(close: () => void, isOpen = true): void {
  const onBack = useEffectEvent(close);
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    // Adding the same listener again does nothing. It stays, for entries that are left behind by a link in a dialog.
    addEventListener('popstate', onPopState);
    const request = () => onBack();
    open.push(request);
    reconcileLater();
    return () => {
      open.splice(open.indexOf(request), 1);
      reconcileLater();
    };
  }, [isOpen]);
}
