import { createStore } from './browser/externalStore';

/** The id of the conflict that is shown in the dialog, or undefined while the dialog is closed. */
export const openConflict = createStore<number | undefined>(undefined);
