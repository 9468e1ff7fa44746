import { browserStorage, onStoredElsewhere } from './browser/browserStorage';
import { createStore } from './browser/externalStore';

const KEY = 'daymark.singleKeys';
const OFF = 'off';

const isOn = () => browserStorage.get(KEY) !== OFF;

const store = createStore(isOn());
onStoredElsewhere(KEY, () => store.set(isOn()));

/**
 * Whether shortcuts of a single key work in this browser. People who speak to their computer, or whose hand rests on
 * the keys, can switch them off (WCAG 2.1.4).
 */
export const singleKeys = {
  subscribe: store.subscribe,
  isOn: store.get,
  set(on: boolean): void {
    if (on) browserStorage.remove(KEY);
    else browserStorage.set(KEY, OFF);
    store.set(on);
  },
};
