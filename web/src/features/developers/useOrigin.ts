import { useSyncExternalStore } from 'react';
import { PUBLIC_SITE } from '../../lib/product';

const never = () => () => undefined;

/**
 * Returns the origin of this page, without a trailing slash. During the build, returns the origin of the public site.
 */
export const useOrigin = (): string =>
  useSyncExternalStore(
    never,
    () => location.origin,
    () => PUBLIC_SITE,
  );
