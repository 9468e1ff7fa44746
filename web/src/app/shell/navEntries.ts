import { Calendar, ListTodo, NotebookPen, Sunrise, Sunset, Timer } from 'lucide-react';
import { paths } from '../../lib/paths';

/** The six entries of the sidebar, the menu and the bottom tabs (product §2). `tab` is the bottom bar's shorter word. */
export const navEntries = [
  { path: paths.today, label: 'Today', Icon: Sunrise },
  { path: paths.focus, label: 'Focus', Icon: Timer },
  { path: paths.tasks, label: 'Tasks', Icon: ListTodo },
  { path: paths.calendar, label: 'Calendar', Icon: Calendar },
  { path: paths.notes, label: 'Notes', Icon: NotebookPen },
  { path: paths.reflection, label: 'Reflection', tab: 'Reflect', Icon: Sunset },
] as const;
