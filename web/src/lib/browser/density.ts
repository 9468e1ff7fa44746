import type { Settings } from '@daymark/contract/settings';
import { browserStorage } from './browserStorage';
import { createStore } from './externalStore';

/** The height of rows. */
type Density = Settings['density'];

const KEY = 'daymark.density';

const store = createStore<Density>('comfortable');

/**
 * The density that is shown. Stylesheets make rows lower if the page's `data-density` is `compact`. The density is a
 * copy of the person's setting in this browser (app/shell/followSettings.ts) and is reset when their session ends.
 */
export const density = {
  subscribe: store.subscribe,
  get: store.get,
  /** Shows the stored density. Called before anything is painted. */
  start: (): void => show(browserStorage.get(KEY) === 'compact' ? 'compact' : 'comfortable'),
  set(next: Density): void {
    if (next === 'compact') browserStorage.set(KEY, next);
    else browserStorage.remove(KEY);
    show(next);
  },
};

function show(next: Density): void {
  const { dataset } = document.documentElement;
  if (next === 'compact') dataset.density = next;
  else delete dataset.density;
  store.set(next);
}
