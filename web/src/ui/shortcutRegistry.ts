import type { ShortcutName } from '../lib/shortcuts';

export interface Registration {
  names: readonly string[];
  run: (name: ShortcutName, keys: string) => unknown;
}

/** What the listener (shortcutListener.ts) finds. */
export const registry = {
  /** The shortcuts of what is on the screen now, the first to be asked last. */
  shown: [] as Registration[],
  onAdded: undefined as ((registration: Registration) => void) | undefined,
  /** The last key that was pressed before the listener was there. */
  early: undefined as KeyboardEvent | undefined,
  keepEarly: (event: KeyboardEvent): void => {
    registry.early = event;
  },
};
