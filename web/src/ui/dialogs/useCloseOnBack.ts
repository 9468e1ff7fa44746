import { useEffectEvent, useLayoutEffect } from 'react';

/** The entry of `history.state` that says how many dialogs are open. The router keeps its own entries beside it. */
const DEPTH = 'dialogs';

/** What Back does to each open dialog, the lowest first. */
const open: (() => void)[] = [];

/** What ends the wait for the browser, which goes back some time after it was asked to. */
let finishReturn: (() => void) | undefined;
/** Whether the event is one that this module has made, for the router. */
let isRepeating = false;
let scheduled: ReturnType<typeof setTimeout> | undefined;

const depth = (): number => Number((history.state as Record<string, unknown> | null)?.[DEPTH] ?? 0);

/**
 * Removes the entries of closed dialogs. What the router writes to the history before the browser has gone back (a link
 * that was clicked) would be undone by that, so it is written again.
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
      // The browser went back from the new entry, to that of the dialog: the new one takes its place.
      history[depth() > target ? 'replaceState' : write](...entry);
    // The router has followed the browser back, and reads the address again.
    isRepeating = true;
    if (writes.length > 0) dispatchEvent(new PopStateEvent('popstate'));
    isRepeating = false;
  };
  history.go(-entries);
}

/** Gives each open dialog an entry of the history, and removes the entries of those that are closed. */
function reconcile(): void {
  scheduled = undefined;
  if (finishReturn) return;
  const missing = open.length - depth();
  // Going back would scroll the screen to where it was when the first dialog opened.
  if (missing > 0 && depth() === 0) history.scrollRestoration = 'manual';
  if (missing < 0) goBack(-missing);
  for (let entry = 0; entry < missing; entry++)
    history.pushState({ ...history.state, [DEPTH]: depth() + 1 }, '');
}

/** Later, so that one dialog that opens as another closes takes over its entry, and a link's entry comes first. */
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
