import { useEffectEvent, useLayoutEffect } from 'react';
import type { ShortcutName } from '../../lib/shortcuts';
import { shown, type Registration } from './shortcutListener';

/** What a shortcut does, given the keys. `false` if it does not apply now: then they mean what they mean otherwise. */
type Action = (keys: string) => unknown;

type Actions = Partial<Record<ShortcutName, Action>>;

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
    shown.push(registration);
    return () => void shown.splice(shown.indexOf(registration), 1);
  }, [names]);
}
