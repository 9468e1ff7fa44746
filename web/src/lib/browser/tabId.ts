import { newId } from '@daymark/contract/primitives';
import { tabStorage } from './browserStorage';
import { createTabLock, hasTabLocks, heldTabLocks, holdTabLock } from './tabLock';

const KEY = 'daymark.tab';

/** The id of every tab if the browser can't say which tabs are open. */
export const ANY_TAB = 'any';

const lockOf = (id: string) => `daymark.tab.${id}`;

let own: string | undefined;

/** Returns the id of this tab. The id is the same after a reload. Ids sort by when their tabs were opened. */
export function tabId(): string {
  own ??= hasTabLocks() ? takeOwn() : ANY_TAB;
  return own;
}

/**
 * Takes this tab's id from session storage, or chooses one. The browser copies session storage when a tab is
 * duplicated. The id is therefore stored only while the tab has no page: between two pages, and after the tab was
 * closed, in case the browser restores the tab.
 */
function takeOwn(): string {
  const id = tabStorage.take(KEY) ?? `${Date.now().toString(36)}-${newId().toString(36)}`;
  addEventListener('pagehide', () => tabStorage.set(KEY, id));
  addEventListener('pageshow', () => tabStorage.remove(KEY));
  holdTabLock(lockOf(id));
  return id;
}

/**
 * Runs some work in one tab at a time, with a function that returns whether a tab is open. Does nothing if the browser
 * can't say which tabs are open.
 */
export async function withOpenTabs(work: (isOpen: (id: string) => boolean) => void): Promise<void> {
  if (tabId() === ANY_TAB) return;
  await createTabLock('daymark.tabs')('exclusive', async () => {
    const held = await heldTabLocks();
    if (held) work((id) => held.has(lockOf(id)));
  });
}
