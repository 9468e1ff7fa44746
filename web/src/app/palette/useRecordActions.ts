import { PRIORITIES_MAX, isOpen } from '@daymark/contract/task';
import {
  CalendarClock,
  CalendarDays,
  CalendarX,
  CircleCheck,
  CornerDownLeft,
  Flag,
  FlagOff,
  Pencil,
  RotateCcw,
  SlidersHorizontal,
  Sunrise,
  Tags,
  Timer,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { useNoteMutations } from '../../records/notes/noteQueries';
import { useTaskMutations, useTasks } from '../../records/tasks/taskQueries';
import { todaysPriorities } from '../../domain/tasks/todaysPriorities';
import type { useTaskDialogs } from '../../features/tasks/useTaskDialogs';
import { addDays, localDay } from '../../lib/time/dates';
import { calendarDayPath, focusOn, paths, tasksPath, type OpenState } from '../../lib/paths';
import type { ShortcutName } from '../../lib/shortcuts';
import type { PaletteItem } from './useSearchIndex';
import type { ShownTask, ShownEvent } from '../../domain/shownRecords';

/** Something that can be done to a result. */
export interface RecordAction {
  label: string;
  Icon: LucideIcon;
  shortcut?: ShortcutName;
  run: () => void;
}

interface Options {
  taskDialogs: ReturnType<typeof useTaskDialogs>;
  askDeleteEvent: (event: ShownEvent) => void;
}

/** What can be done to a result: first what Enter does. */
export function useRecordActions({ taskDialogs, askDeleteEvent }: Options) {
  const navigate = useNavigate();
  const tasks = useTaskMutations();
  const notes = useNoteMutations();
  const all = useTasks().data ?? [];

  const startFocus = ({ id }: ShownTask) => void navigate(paths.focus, { state: focusOn(id) });
  const go = (to: string, state: OpenState) => void navigate(to, { state });

  const ofTask = (task: ShownTask): RecordAction[] => {
    const today = localDay(new Date());
    const details = {
      label: 'Edit details…',
      Icon: SlidersHorizontal,
      run: () => taskDialogs.openDetails(task),
    };
    const complete: RecordAction = task.completed
      ? { label: 'Reopen', Icon: RotateCcw, run: () => tasks.setCompleted(task, false, true) }
      : {
          label: 'Complete',
          Icon: CircleCheck,
          shortcut: 'complete',
          run: () => tasks.setCompleted(task, true, true),
        };
    const remove: RecordAction = {
      label: 'Delete',
      Icon: Trash2,
      shortcut: 'remove',
      run: () => taskDialogs.remove(task),
    };
    if (!isOpen(task)) return [details, complete, remove];
    const priorities = todaysPriorities(all, new Date());
    const plan = (day: string | null) => () => tasks.planFor(task, day);
    const tomorrow = addDays(today, 1);
    return [
      details,
      complete,
      ...(task.plannedDay === today
        ? []
        : [
            {
              label: 'Plan for today',
              Icon: Sunrise,
              shortcut: 'planToday' as const,
              run: plan(today),
            },
          ]),
      ...(task.plannedDay === tomorrow
        ? []
        : [{ label: 'Plan for tomorrow', Icon: CalendarDays, run: plan(tomorrow) }]),
      ...(task.plannedDay === null ? [] : [{ label: 'No day', Icon: CalendarX, run: plan(null) }]),
      {
        label: 'Schedule…',
        Icon: CalendarClock,
        shortcut: 'schedule',
        run: () => taskDialogs.schedule(task),
      },
      { label: 'Start focus', Icon: Timer, run: () => startFocus(task) },
      ...(task.isPriority
        ? [
            {
              label: 'Remove from Top 3',
              Icon: FlagOff,
              shortcut: 'priority' as const,
              run: () => tasks.removeFromTop3(task),
            },
          ]
        : priorities.length < PRIORITIES_MAX
          ? [
              {
                label: 'Add to Top 3',
                Icon: Flag,
                shortcut: 'priority' as const,
                run: () => tasks.addToTop3(task, priorities.length),
              },
            ]
          : []),
      remove,
    ];
  };

  return (item: PaletteItem): RecordAction[] => {
    switch (item.kind) {
      case 'task':
        return ofTask(item.task);
      case 'note': {
        const { note } = item;
        return [
          { label: 'Open', Icon: Pencil, run: () => go(paths.notes, { opens: note.id }) },
          {
            label: 'Delete…',
            Icon: Trash2,
            // Product §5: deleting a note requires a browser confirm.
            run: () => {
              if (window.confirm(`Delete the note “${note.title}”?`)) notes.remove(note);
            },
          },
        ];
      }
      case 'event': {
        const { event } = item;
        const { id, task } = event;
        const day = calendarDayPath(localDay(new Date(event.start)));
        return [
          { label: 'Show in the calendar', Icon: CalendarDays, run: () => go(day, { shows: id }) },
          { label: 'Edit…', Icon: Pencil, run: () => go(day, { opens: id }) },
          ...(task && isOpen(task)
            ? [{ label: 'Start focus', Icon: Timer, run: () => startFocus(task) }]
            : []),
          { label: 'Delete…', Icon: Trash2, run: () => askDeleteEvent(event) },
        ];
      }
      case 'category':
        return [
          {
            label: 'Show its tasks',
            Icon: CornerDownLeft,
            run: () => void navigate(tasksPath({ category: item.category.id })),
          },
          {
            label: 'Edit categories…',
            Icon: Tags,
            run: () => go(paths.tasks, { editsCategories: true }),
          },
        ];
      default:
        return [{ label: 'Run', Icon: CornerDownLeft, run: item.run }];
    }
  };
}
