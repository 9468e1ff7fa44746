import { paths } from '../../lib/paths';
import type { ShortcutName } from '../../lib/shortcuts';

/** The shortcut that goes to a screen, by its path. */
export const GO_TO: Readonly<Record<string, ShortcutName>> = {
  [paths.today]: 'goToToday',
  [paths.focus]: 'goToFocus',
  [paths.tasks]: 'goToTasks',
  [paths.calendar]: 'goToCalendar',
  [paths.notes]: 'goToNotes',
  [paths.reflection]: 'goToReflection',
  [paths.insights]: 'goToInsights',
  [paths.settings]: 'goToSettings',
};
