import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { lazyDialog } from '../../ui/lazyDialog';
import { useShortcuts } from '../../ui/useShortcuts';
import { useUndoLast } from './useUndoLast';

const ShortcutsDialog = lazyDialog(() => import('./ShortcutsDialog'));

/** The shortcuts of every signed-in screen: G and a letter goes to a screen, Ctrl Z undoes, ? shows all of them. */
export function useAppShortcuts(): { showShortcuts: () => void; shortcutsDialog: ReactNode } {
  const navigate = useNavigate();
  const [isShown, setShown] = useState(false);
  const showShortcuts = () => setShown(true);
  const undo = useUndoLast();
  const go = (to: string) => () => void navigate(to);
  useShortcuts({
    shortcuts: showShortcuts,
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
  return {
    showShortcuts,
    shortcutsDialog: isShown && <ShortcutsDialog onClose={() => setShown(false)} />,
  };
}
