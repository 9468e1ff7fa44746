import { useEffect, useLayoutEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { onShortcutKey } from '../../ui/keys/shortcutListener';
import { useShortcuts } from '../../ui/keys/useShortcuts';
import { screenPaths } from '../../lib/screens';
import type { SearchOpening } from '../shell/SearchButton';
import { useUndoLast } from './useUndoLast';

interface AppShortcutsProps {
  search: SearchOpening;
  /** Opens the quick-entry line over the screen. */
  onAddTask: () => void;
  /** Shows all shortcuts. */
  onShortcuts: () => void;
}

/**
 * Listens for the shortcuts of every signed-in screen. Q opens the quick-entry line, Ctrl K the palette, G and a letter go to a screen, Ctrl Z
 * undoes, and ? shows all shortcuts. Draws nothing.
 */
export function AppShortcuts({ search, onAddTask, onShortcuts }: AppShortcutsProps) {
  const navigate = useNavigate();
  const undo = useUndoLast();
  useShortcuts({
    quickAdd: onAddTask,
    palette: search.open,
    shortcuts: onShortcuts,
    undo,
    ...Object.fromEntries(screenPaths.map((path) => [path, () => void navigate(path)])),
  });
  // A layout effect, so that keys work as soon as the screen is painted.
  useLayoutEffect(() => {
    document.addEventListener('keydown', onShortcutKey);
    return () => document.removeEventListener('keydown', onShortcutKey);
  }, []);
  // Someone who holds the command key may be about to open the palette.
  const { preload } = search;
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Control' || key === 'Meta') preload();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [preload]);
  return null;
}
