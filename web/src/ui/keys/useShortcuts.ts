import { useEffectEvent, useLayoutEffect } from 'react';
import { afterPaint } from '../../lib/browser/afterPaint';
import type { ShortcutName } from '../../lib/shortcuts';
import { registry, type Registration } from './shortcutRegistry';

/** What a shortcut does, given the keys. `false` if it does not apply now: then they mean what they mean otherwise. */
type Action = (keys: string) => unknown;

type Actions = Partial<Record<ShortcutName, Action>>;

let isLoading = false;

/** Loads the listener once the screen is painted, which does not need it. A key that is pressed before is kept. */
export function loadShortcutListener(): void {
  if (isLoading) return;
  isLoading = true;
  document.addEventListener('keydown', registry.keepEarly);
  afterPaint(() => {
    import('./shortcutListener').catch(() => {
      // The next shortcut that is registered tries again.
      isLoading = false;
    });
  });
}

/** Runs these shortcuts (lib/shortcuts.ts) as long as the component is there. Of two for one key the later one is asked first. */
export function useShortcuts(actions: Actions): void {
  const run = useEffectEvent((name: ShortcutName, keys: string) => actions[name]?.(keys));
  const names = Object.keys(actions).join(' ');
  // With the paint: until then, keys would be for the screen before.
  useLayoutEffect(() => {
    const registration: Registration = {
      names: names.split(' '),
      run: (name, keys) => run(name, keys),
    };
    loadShortcutListener();
    registry.shown.push(registration);
    registry.onAdded?.(registration);
    return () => void registry.shown.splice(registry.shown.indexOf(registration), 1);
  }, [names]);
}
