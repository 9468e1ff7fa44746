import { ADD_PARAMETER, paths, START_PARAMETER } from './paths';

/** What the app's icon offers once it is installed. Not in paths.ts: the script in a page's head would get it, too. */
export const iconShortcuts = {
  addTask: `${paths.tasks}?${ADD_PARAMETER}`,
  startFocus: `${paths.focus}?${START_PARAMETER}`,
} as const;
