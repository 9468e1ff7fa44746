const QUIET_AFTER_MS = 3000;

/**
 * Runs some work when the screen has been shown for three seconds and the browser is idle. Returns a function that
 * cancels the work.
 */
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

/** Runs some work when the browser is idle, or immediately in Safari, which has no idle callbacks. */
function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    work();
    return () => {};
  }
  const callback = requestIdleCallback(work, { timeout: QUIET_AFTER_MS });
  return () => cancelIdleCallback(callback);
}

/** The network information that browsers based on Chromium give. Other browsers give none. */
interface NetworkInformation {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether code that may never be needed costs too much, because the person saves data or has a slow connection. */
function isDataScarce(): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  return Boolean(connection?.saveData) || /^(slow-2g|2g|3g)$/.test(connection?.effectiveType ?? '');
}

/**
 * Preloads dialogs and other lazy parts when the screen has loaded, so that they open immediately, even offline. If
 * data is scarce, these parts are loaded when they are needed. Returns a function that cancels the preloading.
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
