import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths';
// Its keys are what the listener is for: it is there when they are.
import '../../ui/keys/shortcutListener';
import { useShortcuts } from '../../ui/keys/useShortcuts';
import type { SearchOpening } from '../shell/SearchButton';
import { useUndoLast } from './useUndoLast';

interface AppShortcutsProps {
  search: SearchOpening;
  /** Shows all shortcuts. */
  onShortcuts: () => void;
}

/**
 * The shortcuts of every signed-in screen: Ctrl K opens the palette, G and a letter goes to a screen, Ctrl Z undoes, ? shows
 * all of them. Draws nothing. Default export, because it is loaded once the screen is painted.
 */
export default function AppShortcuts({ search, onShortcuts }: AppShortcutsProps) {
  const navigate = useNavigate();
  const undo = useUndoLast();
  const go = (to: string) => () => void navigate(to);
  useShortcuts({
    palette: search.open,
    shortcuts: onShortcuts,
    undo,
    goToToday: go(paths.today),
    goToFocus: go(paths.focus),
    goToTasks: go(paths.tasks),
    goToCalendar: go(paths.calendar),
    goToNotes: go(paths.notes),
    goToReflection: go(paths.reflection),
    goToInsights: go(paths.insights),
    goToSettings: go(paths.settings),
  });
  // The palette is about to be opened.
  const { preload } = search;
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Control' || key === 'Meta') preload();
    };
    document.addEventListener('keydown', onKeyDown);
    document.documentElement.dataset.shortcuts = 'ready';
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [preload]);
  return null;
}
