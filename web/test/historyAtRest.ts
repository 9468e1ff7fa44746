const { setTimeout: realSetTimeout } = globalThis;
const TIMERS = 4;

const openDialogs = () => (history.state as { dialogs?: number } | null)?.dialogs ?? 0;

/**
 * Waits until the entries of unmounted dialogs have left the history. The entries leave the history a few timers later.
 * Without this wait, the browser would go back during the next test.
 */
export async function historyAtRest(): Promise<void> {
  for (let timer = 0; timer < TIMERS || openDialogs() > 0; timer++)
    await new Promise((resolve) => realSetTimeout(resolve));
  // jsdom drops a pending step back when an entry is added. Without this event, `useCloseOnBack` would still wait for
  // `popstate` in the next test.
  if (Object.hasOwn(history, 'pushState')) dispatchEvent(new PopStateEvent('popstate'));
}
