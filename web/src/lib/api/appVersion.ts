import { createListeners } from '../browser/externalStore';
import { withinTime } from './withinTime';

/**
 * Longest time that a reload waits for a slow disk, in ms. After that time, the browser asks the person whether to
 * leave the page.
 */
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
  /** Returns a function that takes the new version, if there is one. */
  reload: (): (() => void) | undefined => take,
  /** Whether the person has asked for the new version in this tab. */
  isTaken: (): boolean => isTaken,
  offer(reload: () => void): void {
    take = () => {
      isTaken = true;
      reload();
    };
    listeners.notify();
  },
  /**
   * Makes `reloadPage` wait for some work, so that the reload loses nothing and the browser does not ask whether to
   * leave the page.
   */
  waitFor(work: () => Promise<void>): void {
    beforeReload = work;
  },
  async reloadPage(): Promise<void> {
    await withinTime(beforeReload(), STORING_MS);
    location.reload();
  },
};
