const AFTER_LOAD_MS = 3000;

/** Asks for a part of the app: a function of the module, so that the build makes a file of it. */
type Load<Part> = () => Promise<Part>;

const fetched = new WeakMap<Load<unknown>, unknown>();

/** Fetches a part of the app; from then on `partOf` knows it. */
export async function fetchPart<Part>(load: Load<Part>): Promise<Part> {
  const part = await load();
  fetched.set(load, part);
  return part;
}

/** A part of the app that was fetched by this very function; undefined while it is on its way. */
export const partOf = <Part>(load: Load<Part>): Part | undefined =>
  fetched.get(load) as Part | undefined;

/** Starts fetching a part of the app that is likely to be wanted. That it fails is found out when it is wanted. */
export function preload(load: Load<unknown>): void {
  fetchPart(load).catch(() => undefined);
}

/** Does something once the screen is there and the line is quiet; what it returns calls that off. */
export function onceQuiet(work: () => void): () => void {
  const timer = setTimeout(work, AFTER_LOAD_MS);
  return () => clearTimeout(timer);
}

/** Preloads once it is quiet, so that what is opened later also opens without a line. */
export function preloadLater(...loads: Load<unknown>[]): () => void {
  return onceQuiet(() => loads.forEach(preload));
}
