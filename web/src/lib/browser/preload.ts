const QUIET_AFTER_MS = 3000;

/** Imports a module of the app: a function, so that the build makes a file of its own for the module. */
type Load<Part> = () => Promise<Part>;

const loaded = new WeakMap<Load<unknown>, unknown>();
const loading = new Set<Promise<unknown>>();

/** The code of a part can't be loaded: there is no network, or a new version of the app has other files. */
export class PartNotLoaded extends Error {
  override name = 'PartNotLoaded';
  /** Lets the part be asked for again when it is drawn again. */
  forget = (): void => undefined;
}

/**
 * Loads a part of the app; from then on `loadedPart` returns it.
 * @throws PartNotLoaded
 */
export async function fetchPart<Part>(load: Load<Part>): Promise<Part> {
  dropFailedStyles();
  const fetching = load().catch((cause: unknown) => {
    throw new PartNotLoaded(cause instanceof Error ? cause.message : String(cause), { cause });
  });
  loading.add(fetching);
  try {
    const part = await fetching;
    loaded.set(load, part);
    return part;
  } finally {
    loading.delete(fetching);
  }
}

let dropsFailedStyles = false;

/** Vite takes the link of a stylesheet that failed for one that is there: the part would be drawn without its styles. */
function dropFailedStyles(): void {
  if (dropsFailedStyles || typeof document === 'undefined') return;
  dropsFailedStyles = true;
  const drop = ({ target }: globalThis.Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove();
  };
  document.addEventListener('error', drop, { capture: true });
}

/** Resolves once every part that is being loaded now, and every part that these load, has arrived or failed. */
export async function partsArrived(): Promise<void> {
  while (loading.size > 0) await Promise.allSettled(loading);
}

/**
 * Whether the browser has been here before: it has a snapshot of the screen, or a service worker with the app's files. Then
 * parts that belong to the screen are loaded along with it, because they need no network.
 */
export const isWarmStart = (): boolean =>
  document.getElementById('root')?.dataset.snapshot !== undefined ||
  ('serviceWorker' in navigator && Boolean(navigator.serviceWorker.controller));

/** The part that `fetchPart` loaded with the same function; undefined before it has arrived. */
export const loadedPart = <Part>(load: Load<Part>): Part | undefined =>
  loaded.get(load) as Part | undefined;

/** Starts loading a part of the app that will probably be needed. An error is reported when the part is drawn. */
export function preload(load: Load<unknown>): void {
  fetchPart(load).catch(() => undefined);
}

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
