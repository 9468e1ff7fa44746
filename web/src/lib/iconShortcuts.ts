import { ADD_PARAMETER, paths, START_PARAMETER } from './paths';

/**
 * The shortcuts of the installed app's icon. The shortcuts are not in paths.ts, because the script in a page's head
 * would otherwise contain them.
 */
export const iconShortcuts = {
  addTask: `${paths.tasks}?${ADD_PARAMETER}`,
  startFocus: `${paths.focus}?${START_PARAMETER}`,
} as const;
