/** Starts fetching a part of the app that is likely to be wanted. That it fails is found out when it is wanted. */
export function preload(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}

const AFTER_LOAD_MS = 3000;

/** The same once the screen is there and the line is quiet, so that what is opened later also opens without one. */
export function preloadLater(...loads: (() => Promise<unknown>)[]): () => void {
  const timer = setTimeout(() => loads.forEach(preload), AFTER_LOAD_MS);
  return () => clearTimeout(timer);
}
