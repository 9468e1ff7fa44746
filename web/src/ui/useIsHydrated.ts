import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/**
 * Whether the app is running. A prerendered page is visible before that, and a control that doesn't work yet must not
 * look usable.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
