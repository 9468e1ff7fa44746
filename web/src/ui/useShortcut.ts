import { useEffect, useEffectEvent } from 'react';

/** Runs `action` when `key` is pressed without a modifier, outside of text fields, dialogs and menus. */
export function useShortcut(key: string, action: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== key || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.repeat) return;
    const target = event.target as HTMLElement;
    if (target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]')) return;
    // The space bar presses the focused control.
    if (key === ' ' && target.closest('a, button, input, summary')) return;
    if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
