import { useSyncExternalStore } from 'react';
import { PUBLIC_SITE } from '../../lib/product';

const never = () => () => undefined;

/** Where this page is from, without a slash at its end; the public site where the build draws it. */
export const useOrigin = (): string =>
  useSyncExternalStore(
    never,
    () => location.origin,
    () => PUBLIC_SITE,
  );
