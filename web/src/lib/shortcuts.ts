import { screenIds, SCREENS, type ScreenPath } from './screens';

/** The part of the app in which a shortcut works, as the list of shortcuts names it. */
export type ShortcutScope =
  | 'Everywhere'
  | 'In a dialog or a reflection'
  | 'Go to a screen'
  | 'In a list of tasks'
  | 'Today and Tasks'
  | 'Calendar'
  | 'Notes'
  | 'Focus'
  | 'Reflection';

interface Shortcut {
  /** The action, as it is shown. */
  name: string;
  scope: ShortcutScope;
  /**
   * The ways to press the shortcut. Each way is a key, `Mod+` and a key, or two keys one after the other. Letters are
   * written in upper case.
   */
  keys: readonly [string, ...string[]];
}

/** The shortcuts that go to a screen, by the screen's path. */
const goToScreens = Object.fromEntries(
  screenIds.map((id): [ScreenPath, Shortcut] => {
    const { title, keys } = SCREENS[id];
    return [`/${id}`, { name: title, scope: 'Go to a screen', keys: [keys] }];
  }),
) as Record<ScreenPath, Shortcut>;

const define = <Name extends string>(shortcuts: Record<Name, Shortcut>) => shortcuts;

/**
 * Every keyboard shortcut that the list of shortcuts shows. The keys of the screens are in `screens.ts`.
 * `ui/keys/useShortcuts` listens for the keys. Buttons, the palette and the list of shortcuts show them.
 */
export const SHORTCUTS = define({
  quickAdd: { name: 'Add a task over this screen', scope: 'Everywhere', keys: ['Q'] },
  palette: { name: 'Search and run commands', scope: 'Everywhere', keys: ['Mod+K'] },
  undo: { name: 'Undo the last change', scope: 'Everywhere', keys: ['Mod+Z'] },
  shortcuts: { name: 'Show keyboard shortcuts', scope: 'Everywhere', keys: ['?'] },

  confirm: {
    name: 'Save, add or continue',
    scope: 'In a dialog or a reflection',
    keys: ['Mod+Enter'],
  },
  addNext: {
    name: 'Add a task and type the next',
    scope: 'In a dialog or a reflection',
    keys: ['Shift+Enter'],
  },

  ...goToScreens,

  nextRow: { name: 'Next task', scope: 'In a list of tasks', keys: ['J', 'ArrowDown'] },
  previousRow: { name: 'Previous task', scope: 'In a list of tasks', keys: ['K', 'ArrowUp'] },
  firstRow: { name: 'First task', scope: 'In a list of tasks', keys: ['Home'] },
  lastRow: { name: 'Last task', scope: 'In a list of tasks', keys: ['End'] },
  complete: { name: 'Complete or reopen', scope: 'In a list of tasks', keys: ['X', 'Space'] },
  edit: { name: 'Edit the title', scope: 'In a list of tasks', keys: ['Enter'] },
  schedule: { name: 'Schedule', scope: 'In a list of tasks', keys: ['S'] },
  planToday: { name: 'Plan for today', scope: 'In a list of tasks', keys: ['T'] },
  estimate: { name: 'Estimate', scope: 'In a list of tasks', keys: ['E'] },
  priority: {
    name: 'Add to or remove from Top 3',
    scope: 'In a list of tasks',
    keys: ['P'],
  },
  remove: { name: 'Delete', scope: 'In a list of tasks', keys: ['Delete', 'Backspace'] },

  addTask: { name: 'Add a task', scope: 'Today and Tasks', keys: ['N'] },

  addEvent: { name: 'Add an event', scope: 'Calendar', keys: ['N'] },
  showToday: { name: 'Show today', scope: 'Calendar', keys: ['T'] },
  showMonth: { name: 'Month', scope: 'Calendar', keys: ['M'] },
  showWeek: { name: 'Week', scope: 'Calendar', keys: ['W'] },
  showWorkweek: { name: '5 days', scope: 'Calendar', keys: ['5'] },
  showDay: { name: 'Day', scope: 'Calendar', keys: ['D'] },

  addNote: { name: 'New note', scope: 'Notes', keys: ['N'] },
  searchNotes: { name: 'Search notes', scope: 'Notes', keys: ['/'] },

  toggleTimer: { name: 'Start or pause', scope: 'Focus', keys: ['Space'] },
  resetTimer: { name: 'Reset', scope: 'Focus', keys: ['R'] },
  chooseFocus: { name: 'Focus', scope: 'Focus', keys: ['1'] },
  chooseShortBreak: { name: 'Short break', scope: 'Focus', keys: ['2'] },
  chooseLongBreak: { name: 'Long break', scope: 'Focus', keys: ['3'] },
  fullScreen: { name: 'Full screen', scope: 'Focus', keys: ['F'] },

  rate: { name: 'Rate the day', scope: 'Reflection', keys: ['1', '2', '3', '4', '5'] },
});

export type ShortcutName = keyof typeof SHORTCUTS;

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Whether the command key (⌘ on Apple's devices, Ctrl elsewhere) is held, and no other modifier. */
export const hasMod = (event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>) =>
  !event.altKey &&
  !event.shiftKey &&
  (isApple() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey);

const KEY_SIGNS: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
};

const signOf = (key: string): string =>
  key === 'Mod' ? (isApple() ? '⌘' : 'Ctrl') : (KEY_SIGNS[key] ?? key);

/**
 * Returns the keys of one way to press a shortcut, as they are printed on a keyboard. `isSequence` means that the keys
 * are pressed one after the other.
 */
export function keyCaps(keys: string): { caps: string[]; isSequence: boolean } {
  const isSequence = keys.includes(' ');
  return { caps: keys.split(/[+ ]/).map((key) => signOf(key)), isSequence };
}

/** Returns a shortcut in words, for a tooltip: "N", "Ctrl K", "G then T". */
export function shortcutText(name: ShortcutName): string {
  const { caps, isSequence } = keyCaps(SHORTCUTS[name].keys[0]);
  return caps.join(isSequence ? ' then ' : ' ');
}

/**
 * Returns a shortcut for `aria-keyshortcuts`, or undefined if its keys come one after the other, which the attribute
 * can't express.
 */
export function ariaShortcut(name: ShortcutName): string | undefined {
  const single = SHORTCUTS[name].keys.filter((keys) => !keys.includes(' '));
  const texts = single.map((keys) => keys.replace('Mod', isApple() ? 'Meta' : 'Control'));
  return texts.length > 0 ? texts.join(' ') : undefined;
}
