import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** Whether the app runs. A page that the build has drawn can be seen before: what it can't do yet must not look usable. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
