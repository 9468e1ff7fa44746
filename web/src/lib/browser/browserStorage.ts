/**
 * Creates a `Storage` that never throws. If the browser does not store a value, the value is kept in memory until the
 * page is left.
 */
function createStorage(open: () => Storage) {
  const inMemory = new Map<string, string>();
  return {
    get(key: string): string | null {
      try {
        return inMemory.get(key) ?? open().getItem(key);
      } catch {
        return null;
      }
    },
    set(key: string, value: string): void {
      inMemory.delete(key);
      try {
        open().setItem(key, value);
      } catch {
        // Storage is blocked or full.
        inMemory.set(key, value);
      }
    },
    remove(key: string): void {
      inMemory.delete(key);
      try {
        open().removeItem(key);
      } catch {
        // Storage is blocked.
      }
    },
    /** Reads a value and removes it. */
    take(key: string): string | null {
      const value = this.get(key);
      this.remove(key);
      return value;
    },
    /** Returns the keys that start with `prefix`. */
    keys(prefix: string): string[] {
      const keys = new Set(inMemory.keys());
      try {
        for (const key of Object.keys(open())) keys.add(key);
      } catch {
        // Storage is blocked.
      }
      return [...keys].filter((key) => key.startsWith(prefix));
    },
    /** Removes every key that starts with `prefix`. */
    removeAll(prefix: string): void {
      for (const key of this.keys(prefix)) this.remove(key);
    },
  };
}

/** Values that all tabs share, until they are removed. */
export const browserStorage = createStorage(() => localStorage);

/** Values of this tab only, which survive a reload. */
export const tabStorage = createStorage(() => sessionStorage);

/**
 * Calls back when another tab has written or removed this key, or any key if `key` is undefined. Returns a function
 * that unsubscribes.
 */
export function onStoredElsewhere(key: string | undefined, listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // An event without a key means that everything was cleared.
    if (key === undefined || event.key === key || event.key === null) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
