import { useEffectEvent, useLayoutEffect } from 'react';

/** The key in `history.state` for the number of open dialogs. The router has its own keys in `history.state`. */
const DEPTH = 'dialogs';

/** The functions that close the open dialogs, the lowest dialog first. */
const open: (() => void)[] = [];

/** Ends the wait for the browser, which goes back some time after `history.go`. */
let finishReturn: (() => void) | undefined;
/** Whether this module is dispatching an event for the router. */
let isRepeating = false;
let scheduled: ReturnType<typeof setTimeout> | undefined;

const depth = (): number => Number((history.state as Record<string, unknown> | null)?.[DEPTH] ?? 0);

/**
 * Removes the history entries of closed dialogs. The browser goes back some time after the call. If the router writes
 * an entry in that time, for example for a clicked link, going back would undo it. So the entry is written again.
 */
function goBack(entries: number): void {
  const target = depth() - entries;
  const writes: { write: 'pushState' | 'replaceState'; entry: Parameters<History['pushState']> }[] =
    [];
  for (const write of ['pushState', 'replaceState'] as const)
    history[write] = (...entry) => {
      writes.push({ write, entry });
      Reflect.apply(History.prototype[write], history, entry);
    };
  finishReturn = () => {
    finishReturn = undefined;
    delete (history as Partial<History>).pushState;
    delete (history as Partial<History>).replaceState;
    for (const { write, entry } of writes)
      // The browser went back from the new entry to the dialog's entry, which the new one replaces.
      history[depth() > target ? 'replaceState' : write](...entry);
    // The router has followed the browser back. The event makes the router read the address again.
    isRepeating = true;
    if (writes.length > 0) dispatchEvent(new PopStateEvent('popstate'));
    isRepeating = false;
  };
  history.go(-entries);
}

/** Gives each open dialog an entry in the history, and removes the entries of closed dialogs. */
function reconcile(): void {
  scheduled = undefined;
  if (finishReturn) return;
  const missing = open.length - depth();
  // Otherwise, going back would scroll the screen to where it was when the first dialog opened.
  if (missing > 0 && depth() === 0) history.scrollRestoration = 'manual';
  if (missing < 0) goBack(-missing);
  for (let entry = 0; entry < missing; entry++)
    history.pushState({ ...history.state, [DEPTH]: depth() + 1 }, '');
}

/**
 * Runs `reconcile` in a timeout. If one dialog closes and another opens at once, the new dialog takes over the closed
 * dialog's entry. If a link closes the dialog, the link's entry is written before `reconcile` runs.
 */
const reconcileLater = (): void => {
  scheduled ??= setTimeout(reconcile);
};

function onPopState(): void {
  if (depth() === 0) history.scrollRestoration = 'auto';
  if (isRepeating) return;
  if (finishReturn) finishReturn();
  else for (const close of open.slice(depth()).reverse()) close();
  // A dialog that asks first stays open, and needs its entry again.
  reconcileLater();
}

/**
 * Makes the browser's Back call `close` and stay on the screen while `isOpen`, so that Back closes a dialog as Escape
 * does. The dialog that opened last is closed first.
 */
export function useCloseOnBack(close: () => void, isOpen = true): void {
  const onBack = useEffectEvent(close);
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    // Adding the same listener again does nothing. The listener is never removed, because entries can remain after a
    // link in a dialog is followed.
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
