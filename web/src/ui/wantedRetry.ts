import { createStore } from '../lib/browser/externalStore';

/** Whether a link has led to a rejected change. The first Retry of such a change then takes the focus. */
export const wantedRetry = createStore(false);
