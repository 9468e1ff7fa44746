const QUIET_AFTER_MS = 3000;

/** Runs some work when the screen has been there for three seconds and the browser has nothing else to do; returns a function that cancels it. */
export function whenQuiet(work: () => void): () => void {
  let cancelIdle = () => {};
  const timer = setTimeout(() => {
    cancelIdle = whenIdle(work);
  }, QUIET_AFTER_MS);
  return () => {
    clearTimeout(timer);
    cancelIdle();
  };
}

/** Safari has no idle callbacks. */
function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    work();
    return () => {};
  }
  const callback = requestIdleCallback(work, { timeout: QUIET_AFTER_MS });
  return () => cancelIdleCallback(callback);
}

/** What browsers based on Chromium say of the network; the others say nothing. */
interface NetworkInformation {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether code that may never be needed would cost the person too much: they save data, or their connection is slow. */
function isDataScarce(): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  return Boolean(connection?.saveData) || /^(slow-2g|2g|3g)$/.test(connection?.effectiveType ?? '');
}

/**
 * Preloads dialogs and other lazy parts when the screen has loaded, so that they open at once, and offline. Where data is
 * scarce they are loaded when they are wanted.
 */
export function preloadLater(...preloads: (() => void)[]): () => void {
  const cancels = preloads.map((preload) =>
    whenQuiet(() => {
      if (!isDataScarce()) preload();
    }),
  );
  return () => {
    for (const cancel of cancels) cancel();
  };
}
