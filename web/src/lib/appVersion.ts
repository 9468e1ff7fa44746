import { createListeners } from './externalStore';

/*
 * A new version of the app takes over when the person asks for it, or by itself when no tab has the old one open.
 */
let take: (() => void) | undefined;
let isTaken = false;
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
};
