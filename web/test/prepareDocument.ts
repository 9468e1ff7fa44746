import { configure, getConfig } from '@testing-library/react';
import { afterAll, beforeEach, vi } from 'vitest';
// Filters the keys of an input method as the app does, also for a component that a test renders alone.
import '../src/ui/keys/composingKeys';
import { toastArea } from '../src/ui/toasts/toast';
import { historyAtRest } from './historyAtRest';

// jsdom has no default stylesheet that sets the text size.
document.documentElement.style.fontSize = '16px';

// jsdom has no `matchMedia`.
const nothingMatches = (media: string) => ({
  media,
  matches: false,
  addEventListener() {},
  removeEventListener() {},
});
Object.assign(window, { matchMedia: nothingMatches });

// Test files share their modules. Drop a toast that the previous test did not show.
beforeEach(() => toastArea.open(() => undefined)());

// Test files share the history, too.
beforeEach(historyAtRest);

// Wait for dynamic imports. An import that is cut off by the end of its file also fails in the files after it.
afterAll(() => vi.dynamicImportSettled());

configure(({ getElementError }) => ({
  // A machine that runs other tests at the same time is slow.
  asyncUtilTimeout: 20_000,
  // A query that waits fails many times before it succeeds. Only its last failure is read, so only the last failure
  // prints the page.
  getElementError: (message, container) =>
    isWaiting() ? new Error(message ?? '') : getElementError(message, container),
}));

/**
 * Whether Testing Library will retry the current query. Testing Library's types don't include the setting that this
 * function reads.
 */
function isWaiting(): boolean {
  const settings: object = getConfig();
  return '_disableExpensiveErrorDiagnostics' in settings
    ? settings._disableExpensiveErrorDiagnostics === true
    : false;
}
