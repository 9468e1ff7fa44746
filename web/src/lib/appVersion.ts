/*
 * A new version of the app waits beside the one that is open, and takes over when the person says so, or by itself
 * once no tab has the old one open.
 */
let take: (() => void) | undefined;
let isTaken = false;
const listeners = new Set<() => void>();

export const newVersion = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Takes the new version, if there is one. */
  reload: (): (() => void) | undefined => take,
  /** Whether the person has asked for it here. */
  isTaken: (): boolean => isTaken,
  offer(reload: () => void): void {
    take = () => {
      isTaken = true;
      reload();
    };
    for (const listener of listeners) listener();
  },
};
