import { afterAll, beforeEach, vi } from 'vitest';
// A component that a test renders alone hears keys as it does in the app.
import '../src/ui/keys/composingKeys';
import { toastArea } from '../src/ui/toasts/toast';
import { historyAtRest } from './historyAtRest';

// jsdom has no style sheet of its own for the size of text.
document.documentElement.style.fontSize = '16px';

// jsdom has no media either.
const nothingMatches = (media: string) => ({
  media,
  matches: false,
  addEventListener() {},
  removeEventListener() {},
});
Object.assign(window, { matchMedia: nothingMatches });

// Test files share their modules. A toast that one test has not shown must not appear in the next one.
beforeEach(() => toastArea.open(() => undefined)());

// They share the history, too.
beforeEach(historyAtRest);

// An import that is cut off by the end of its file fails for good, in the files that come after it, too.
afterAll(() => vi.dynamicImportSettled());
