import {
  Bell,
  BellOff,
  CalendarPlus,
  CalendarRange,
  Keyboard,
  ListTodo,
  Monitor,
  Moon,
  MoonStar,
  NotebookPen,
  Palmtree,
  Plus,
  Settings,
  Settings2,
  Sun,
  Sunrise,
  Tags,
  Timer,
  Undo2,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { focusTimerOf } from '../../records/focus/browserTimer';
import { unlockChime } from '../../records/focus/chime';
import { takeDayOff } from '../../records/events/dayOffChange';
import {
  getsReminders,
  onReminders,
  remindersState,
} from '../../records/reminders/browserReminders';
import { turnOffWithToast, turnOnWithToast } from '../../records/reminders/switchReminders';
import { useUser } from '../../features/session/userContext';
import { paths, tasksPath, weekPath, type OpenState } from '../../lib/paths';
import { addDays, personsDay } from '../../lib/time/dates';
import { useSync } from '../../sync/useSync';
import type { ShortcutName } from '../../lib/shortcuts';
import { setColorMode } from '../../ui/theme/colorMode';
import { toast } from '../../ui/toasts/toast';
import { useUndoLast } from '../shortcuts/useUndoLast';
import { screens } from '../routePages';
import type { Searched } from '../../lib/text/searchIndex';

/** A command of the palette, found by its title. */
export interface Command extends Searched {
  kind: 'screen' | 'action' | 'setting';
  Icon: LucideIcon;
  /** The screen or section that has a setting, shown beside its title. */
  context?: string;
  shortcut?: ShortcutName;
  run: () => void;
}

/**
 * Returns all commands: actions, screens and settings. While nothing is typed, the palette lists the actions, and the
 * screens with a shortcut, in this order.
 */
export function useCommands({
  onAddTask,
  onReflect,
  onShortcuts,
}: {
  onAddTask: () => void;
  onReflect: () => void;
  onShortcuts: () => void;
}): Command[] {
  const { id: userId } = useUser();
  const remindersHere = useSyncExternalStore(onReminders, () => remindersState(userId));
  const sync = useSync();
  const tomorrow = () => addDays(personsDay(sync.now()), 1);
  const navigate = useNavigate();
  const undoLast = useUndoLast();
  const undo = () => {
    if (!undoLast()) toast({ title: 'Nothing to undo' });
  };
  const { pathname, search } = useLocation();
  /** Opens something on a screen. If the person is already on the screen, the address stays. */
  const open = (path: string, state: OpenState) => {
    const isHere = pathname === path;
    void navigate(isHere ? path + search : path, { state, replace: isHere });
  };
  const command = (
    kind: Command['kind'],
    title: string,
    Icon: LucideIcon,
    run: () => void,
    more: Partial<Command> = {},
  ): Command => ({ key: `${kind}:${title}`, kind, title, Icon, run, at: 0, ...more });
  const action = (title: string, Icon: LucideIcon, run: () => void, more: Partial<Command> = {}) =>
    command('action', title, Icon, run, more);
  const screen = (title: string, Icon: LucideIcon, to: string, more: Partial<Command> = {}) =>
    command('screen', title, Icon, () => void navigate(to), { key: `screen:${to}`, ...more });
  const setting = (
    title: string,
    Icon: LucideIcon,
    context: string,
    keywords: string,
    run: () => void,
  ) => command('setting', title, Icon, run, { context, keywords });

  /** Returns the command for a setting in a section of /settings. */
  const inSettings = (section: string, title: string, keywords: string): Command =>
    setting(
      title,
      Settings,
      'Settings',
      keywords,
      () => void navigate(`${paths.settings}#${section}`),
    );

  const reminders = (title: string, Icon: LucideIcon, turn: (userId: number) => Promise<void>) =>
    setting(title, Icon, 'Reminders', 'notifications notify push', () => void turn(userId));

  return [
    action('Add task', Plus, onAddTask, {
      shortcut: 'quickAdd',
      keywords: 'new create to-do quick entry',
    }),
    // A shortcut that does something else on other screens is shown only where it works.
    action('Add event', CalendarPlus, () => open(paths.calendar, { adds: true }), {
      ...(pathname === paths.calendar && { shortcut: 'addEvent' }),
      keywords: 'new create appointment meeting',
    }),
    action('New note', NotebookPen, () => open(paths.notes, { adds: true }), {
      ...(pathname === paths.notes && { shortcut: 'addNote' }),
      keywords: 'add create write',
    }),
    action('Plan the day', Workflow, () => open(paths.today, { plansDay: true }), {
      keywords: 'planning',
    }),
    action('Take today off', Palmtree, () => takeDayOff(sync, personsDay(sync.now())), {
      keywords: 'day off holiday vacation sick free',
    }),
    action('Take tomorrow off', Palmtree, () => takeDayOff(sync, tomorrow()), {
      keywords: 'day off holiday vacation free',
    }),
    action('Plan the week', CalendarRange, () => open(weekPath(), { plansWeek: true }), {
      keywords: 'planning goals',
    }),
    action('Start or pause the focus timer', Timer, () => toggleTimer(userId), {
      keywords: 'pomodoro stop resume',
    }),
    action('Write the daily reflection', MoonStar, onReflect, { keywords: 'journal review' }),
    action('Undo the last change', Undo2, undo, { shortcut: 'undo', keywords: 'take back' }),
    action('Show keyboard shortcuts', Keyboard, onShortcuts, {
      shortcut: 'shortcuts',
      keywords: 'keys help hotkeys',
    }),

    ...screens.map(({ path, title, Icon, keywords = '' }) =>
      screen(`Go to ${title}`, Icon, path, { shortcut: path, keywords }),
    ),
    screen('Tasks for today', ListTodo, tasksPath({ view: 'today' })),
    screen('Upcoming tasks', ListTodo, tasksPath({ view: 'upcoming' })),
    screen('Tasks left over', ListTodo, tasksPath({ view: 'left-over' })),
    screen('Tasks without a day', ListTodo, tasksPath({ view: 'no-day' })),
    screen('Completed tasks', ListTodo, tasksPath({ view: 'completed' }), { keywords: 'done' }),
    screen('Calendar: week', Sunrise, weekPath()),
    screen('Calendar: 5 days', Sunrise, `${paths.calendar}?view=5days`, { keywords: 'work' }),
    screen('Calendar: day', Sunrise, `${paths.calendar}?view=day`),

    setting('Theme: light', Sun, 'Appearance', 'color mode bright', () => setColorMode('light')),
    setting('Theme: dark', Moon, 'Appearance', 'color mode night', () => setColorMode('dark')),
    setting('Theme: system', Monitor, 'Appearance', 'color mode automatic', () =>
      setColorMode('system'),
    ),
    inSettings('day', 'Working hours', 'free time capacity'),
    inSettings('day', 'Days off', 'holiday vacation'),
    inSettings('day', 'My day ends at', 'midnight night late'),
    inSettings('day', 'Week start', 'first day of the week monday sunday saturday'),
    inSettings('day', 'Clock', '12 24 hours AM PM time format'),
    inSettings('day', 'Time zone', 'travel'),
    inSettings('appearance', 'Density', 'compact comfortable rows'),
    inSettings('notifications', 'Reminders', 'notifications notify push alert'),
    getsReminders(remindersHere)
      ? reminders('Turn off reminders on this device', BellOff, turnOffWithToast)
      : reminders('Turn on reminders on this device', Bell, turnOnWithToast),
    inSettings('keyboard', 'Single-key shortcuts', 'keyboard keys off on'),
    setting(
      'Timer settings',
      Settings2,
      'Focus',
      'duration break pomodoro minutes',
      () => void navigate(paths.focus, { state: { opensSettings: true } }),
    ),
    setting('Categories', Tags, 'Tasks', 'edit color label', () =>
      open(paths.tasks, { editsCategories: true }),
    ),
  ];
}

/**
 * Starts or pauses the focus timer. Must be called in a click or key handler, because this function also unlocks the
 * sound.
 */
function toggleTimer(userId: number): void {
  const timer = focusTimerOf(userId);
  unlockChime();
  if (timer.view().state === 'running') timer.pause();
  else timer.start();
}
