import { createStore } from '../lib/browser/externalStore';

/** Whether a link has led to a rejected change: the first Retry of one takes the focus then. */
export const wantedRetry = createStore(false);
