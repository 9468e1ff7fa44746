/** Runs work under a lock. Resolves or rejects as the work does. */
export type TabLock = <T>(mode: LockMode, work: () => Promise<T>) => Promise<T>;

/**
 * Creates a lock that all of this browser's tabs share. If the browser has no locks, or blocks them with its storage,
 * the lock holds within this page only.
 */
export function createTabLock(name: string): TabLock {
  const withinPage = createPageLock();
  let isBlocked = !('locks' in navigator);
  return async (mode, work) => {
    if (isBlocked) return withinPage(mode, work);
    let hasLock = false;
    try {
      return await navigator.locks.request(name, { mode }, () => {
        hasLock = true;
        return work();
      });
    } catch (error) {
      if (hasLock as boolean) throw error;
      isBlocked = true;
      return withinPage(mode, work);
    }
  };
}

function createPageLock(): TabLock {
  let lastExclusive: Promise<unknown> = Promise.resolve();
  let shared: Promise<unknown>[] = [];
  return (mode, work) => {
    const result = Promise.all([lastExclusive, ...(mode === 'exclusive' ? shared : [])]).then(work);
    const finished = result.catch(() => undefined);
    if (mode === 'shared') shared.push(finished);
    else {
      lastExclusive = finished;
      shared = [];
    }
    return result;
  };
}

/**
 * Takes a lock if no other tab has it. Resolves to a function that releases the lock, or to undefined if another tab
 * has the lock. If the browser has no locks or blocks them, every tab gets the lock.
 */
export function claimTabLock(name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    const take = (lock: Lock | null) => {
      if (lock) return new Promise<void>((release) => resolve(release));
      resolve(undefined);
      return undefined;
    };
    const withoutLock = () => resolve(() => undefined);
    if ('locks' in navigator)
      navigator.locks.request(name, { ifAvailable: true }, take).catch(withoutLock);
    else withoutLock();
  });
}

export const hasTabLocks = (): boolean => 'locks' in navigator;

/** Holds a lock until the page is gone. */
export function holdTabLock(name: string): void {
  navigator.locks.request(name, () => new Promise(() => undefined)).catch(() => undefined);
}

/**
 * Returns the names of the locks that this browser's tabs hold or wait for, or undefined if the browser does not say.
 */
export async function heldTabLocks(): Promise<ReadonlySet<string | undefined> | undefined> {
  try {
    const { held = [], pending = [] } = await navigator.locks.query();
    return new Set([...held, ...pending].map(({ name }) => name));
  } catch {
    return undefined;
  }
}

/** Resolves when no tab has the lock, when `signal` is aborted, or if the browser has no locks. */
export async function whenTabLockIsFree(name: string, signal: AbortSignal): Promise<void> {
  if (!('locks' in navigator)) return;
  await navigator.locks.request(name, { signal }, () => undefined).catch(() => undefined);
}
