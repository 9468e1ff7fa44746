import { createListeners } from '../browser/externalStore';
import { withinTime } from './withinTime';

/** How long a reload waits: a disk may never answer. Then the browser asks the person whether to leave the page. */
const STORING_MS = 5_000;

/*
 * A new version of the app takes over when the person asks for it, or by itself when no tab has the old one open.
 */
let take: (() => void) | undefined;
let isTaken = false;
let beforeReload: () => Promise<void> = () => Promise.resolve();
const listeners = createListeners();

export const newVersion = {
  subscribe: listeners.subscribe,
  /** Takes the new version, if there is one. */
  reload: (): (() => void) | undefined => take,
  /** Whether the person has asked for it here. */
  isTaken: (): boolean => isTaken,
  offer(reload: () => void): void {
    take = () => {
      isTaken = true;
      reload();
    };
    listeners.notify();
  },
  /** Has `reloadPage` wait for this, so that the reload loses nothing and the browser does not ask the person. */
  waitFor(work: () => Promise<void>): void {
    beforeReload = work;
  },
  async reloadPage(): Promise<void> {
    await withinTime(beforeReload(), STORING_MS);
    location.reload();
  },
};
