import { isWarmStart, preload } from './browser/preload';

/** Loads the table of shortcuts. What is painted first shows none of them. */
export const loadShortcuts = () => import('./shortcuts');

// With a snapshot they are on the screen already.
if (isWarmStart()) preload(loadShortcuts);
