import { createStore } from '../lib/browser/externalStore';

/**
 * Whether a link has led to a rejected change. The first Retry button that is shown for a rejected change then takes
 * the focus.
 */
export const wantedRetry = createStore(false);
