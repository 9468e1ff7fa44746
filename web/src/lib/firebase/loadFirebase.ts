import { CallError, UNREACHABLE } from '../api/call';

/** Loads Firebase's SDK, when someone signs in. @throws CallError if it can't be loaded. */
export const loadFirebase = () =>
  import('./firebase').catch(() => {
    throw new CallError(0, UNREACHABLE);
  });
