const { setTimeout: realSetTimeout } = globalThis;
const TIMERS = 4;

const openDialogs = () => (history.state as { dialogs?: number } | null)?.dialogs ?? 0;

/**
 * Waits until the entries of dialogs that were unmounted have left the history. They leave it some timers later, so the
 * browser would go back in the next test.
 */
export async function historyAtRest(): Promise<void> {
  for (let timer = 0; timer < TIMERS || openDialogs() > 0; timer++)
    await new Promise((resolve) => realSetTimeout(resolve));
}
