/**
 * Creates a set of listeners for something outside React. `subscribe` has the shape that `useSyncExternalStore` needs.
 */
export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify(): void {
      for (const listener of listeners) listener();
    },
    clear: (): void => listeners.clear(),
  };
}

/** Creates a value outside React that components read with `useSyncExternalStore(store.subscribe, store.get)`. */
export function createStore<Value>(initial: Value) {
  const { subscribe, notify } = createListeners();
  let value = initial;
  return {
    subscribe,
    get: (): Value => value,
    set(next: Value): void {
      if (Object.is(next, value)) return;
      value = next;
      notify();
    },
  };
}
