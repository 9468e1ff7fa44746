import { CallError, UNREACHABLE } from '../api/call';

/** Firebase's SDK, fetched when someone signs in. */
export const loadFirebase = () =>
  import('./firebase').catch(() => {
    throw new CallError(0, UNREACHABLE);
  });
