import { useEffectEvent, useLayoutEffect } from 'react';
import type { ShortcutName } from '../../lib/shortcuts';
import { shown, type Registration } from './shortcutListener';

/**
 * Runs a shortcut, given its keys. Returns `false` if it doesn't apply now, so that the keys keep their other meaning.
 */
type Action = (keys: string) => unknown;

type Actions = Partial<Record<ShortcutName, Action>>;

/**
 * Runs these shortcuts (lib/shortcuts.ts) while the component is mounted. If two components have the same shortcut, the
 * one that was mounted later is tried first.
 */
export function useShortcuts(actions: Actions): void {
  const run = useEffectEvent((name: ShortcutName, keys: string) => actions[name]?.(keys));
  const names = Object.keys(actions).join(' ');
  // Registers before the paint. Otherwise the first key presses could go to the previous screen.
  useLayoutEffect(() => {
    const registration: Registration = {
      names: names.split(' '),
      run: (name, keys) => run(name, keys),
    };
    shown.push(registration);
    return () => void shown.splice(shown.indexOf(registration), 1);
  }, [names]);
}
