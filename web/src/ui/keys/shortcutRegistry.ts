import type { ShortcutName } from '../../lib/shortcuts';

export interface Registration {
  names: readonly string[];
  run: (name: ShortcutName, keys: string) => unknown;
}

/** What the listener (shortcutListener.ts) finds. */
export const registry = {
  /** The shortcuts of what is on the screen now, the first to be asked last. */
  shown: [] as Registration[],
  onAdded: undefined as ((registration: Registration) => void) | undefined,
  /** The keys that were pressed before the listener was there, in their order. */
  early: [] as KeyboardEvent[],
  keepEarly: (event: KeyboardEvent): void => void registry.early.push(event),
};
