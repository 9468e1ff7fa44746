import { PRIORITIES_MAX } from '@daymark/contract/task';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { localDay } from '../../lib/time/dates';
import { focusOn, paths } from '../../lib/paths';
import { preloadLater } from '../../lib/browser/preload';
import { useCategories } from '../../records/categories/categoryQueries';
import { lazyDialog } from '../../ui/dialogs/lazyDialog';
import { toast } from '../../ui/toasts/toast';
import { useNow } from '../../ui/hooks/useNow';
import type { TaskRowActions } from './row/TaskRow';
import { useTaskMutations } from '../../records/tasks/taskQueries';
import { todaysPriorities } from '../../domain/tasks/todaysPriorities';
import { preloadDetails, preloadScheduling, useTaskDialogs } from './useTaskDialogs';
import { useTitleEdits } from './row/useTitleEdits';
import type { ShownTask } from '../../domain/shownRecords';
import type { TaskCreation } from '../../domain/tasks/newTask';

const TaskMenu = lazyDialog(() => import('./row/TaskMenu'));

/** How long a just-created task is highlighted (product §9). */
const HIGHLIGHT_MS = 2000;

/** What was ticked in a view. */
interface Ticked {
  view: string;
  wasCompleted: ReadonlyMap<number, boolean>;
}

const nothingTicked = (view: string): Ticked => ({ view, wasCompleted: new Map() });

interface TaskActions {
  actions: TaskRowActions;
  /** Creates tasks and highlights them. */
  add: (...creations: readonly TaskCreation[]) => void;
  /** The tasks, with those that were deleted while their titles were edited; undefined while they load. */
  tasks: readonly ShownTask[] | undefined;
  /** The tasks whose titles are being edited. */
  editingIds: ReadonlySet<number>;
  /** Those of them that were deleted meanwhile. */
  deletedIds: ReadonlySet<number>;
  /** The tasks that were just created and are highlighted. */
  newIds: ReadonlySet<number>;
  /** The tasks whose steps are shown. */
  expandedIds: ReadonlySet<number>;
  /** For each task ticked or unticked in this view: whether it was completed before. See taskViews. */
  wasCompleted: ReadonlyMap<number, boolean>;
  /** The open menu, for the list to render once. */
  dialogs: ReactNode;
}

/** The actions of a list of tasks, with its menu and dialogs. `inTop3` adds Remove from Top 3, `view` is what is listed. */
export function useTaskActions({ inTop3 = false, view = '' } = {}): TaskActions {
  const { create, setCompleted, planFor, skip, addToTop3, removeFromTop3, retry, discard } =
    useTaskMutations();
  const [newIds, highlight] = useHighlight();
  const now = useNow();
  const navigate = useNavigate();
  const [expandedIds, setExpandedIds] = useState<ReadonlySet<number>>(new Set());
  // Each function by its name: the React Compiler would make the actions again with the whole object, which is another
  // one with every change, and each row would be drawn again.
  const {
    edit,
    remove,
    openDetails,
    schedule: openSchedule,
    dialogs: taskDialogs,
  } = useTaskDialogs();
  const { tasks, editingIds, deletedIds, start, stop, type, draftOf, save } = useTitleEdits(edit);
  const { data: categories = [] } = useCategories();
  // What was ticked stays in its place until another view is opened.
  const [ticked, setTicked] = useState(() => nothingTicked(view));
  if (ticked.view !== view) setTicked(nothingTicked(view));
  const { wasCompleted } = ticked;
  // A ref, so that the actions stay the same.
  const shownTasks = useRef(tasks);
  useEffect(() => {
    shownTasks.current = tasks;
  }, [tasks]);
  const [menu, setMenu] = useState<{ task: ShownTask; anchor: HTMLElement }>();

  /** Completes a task, which stays in its place. `isOutOfSight` says so in a toast with Undo. */
  const tick = (task: ShownTask, completed: boolean, isOutOfSight = false) => {
    setTicked((known) =>
      known.wasCompleted.has(task.id)
        ? known
        : { view, wasCompleted: new Map(known.wasCompleted).set(task.id, task.completed) },
    );
    setCompleted(task, completed, isOutOfSight);
  };
  const schedule = (task: ShownTask, anchor: HTMLElement) => {
    if (!task.completed) openSchedule(task, () => anchor.focus());
  };

  const actions: TaskRowActions = {
    setCompleted: (task, completed) => tick(task, completed),
    swipe(task, side, anchor) {
      if (side === 'left') schedule(task, anchor);
      else tick(task, !task.completed, true);
    },
    preloadMenu: TaskMenu.preload,
    openMenu: (task, anchor) => setMenu({ task, anchor }),
    preloadDetails,
    openDetails: (task) => openDetails(task),
    typeTitle: type,
    titleDraft: draftOf,
    saveTitle: save,
    stopEditing: stop,
    toggleSteps: ({ id }) =>
      setExpandedIds((ids) =>
        ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set(ids).add(id),
      ),
    retry,
    discard,
    keys: {
      edit: (task) => start(task),
      schedule,
      planToday: (task) => planFor(task, localDay(now)),
      estimate: (task) => openDetails(task, 'estimate'),
      priority: (task) => {
        if (task.isPriority) {
          removeFromTop3(task);
          return;
        }
        const priorities = todaysPriorities(shownTasks.current ?? [], now);
        if (priorities.length < PRIORITIES_MAX) addToTop3(task, priorities.length);
        else toast({ title: 'Top 3 is full', description: 'Remove a priority first.' });
      },
      remove: (task) => remove(task),
    },
  };

  useEffect(() => preloadLater(TaskMenu.preload, preloadScheduling, preloadDetails), []);

  const choose = (change: () => void) => {
    if (!menu) return;
    const neighbor = neighborOf(menu.anchor);
    // Rendered at once: an open menu keeps the focus in itself, and a row that is gone loses it.
    flushSync(() => {
      setMenu(undefined);
      change();
    });
    (menu.anchor.isConnected ? menu.anchor : neighbor)?.focus();
  };
  const priorities = menu ? todaysPriorities(tasks ?? [], now) : [];
  const taskMenu = menu && (
    <TaskMenu
      anchor={menu.anchor}
      onClose={() => setMenu(undefined)}
      onEdit={() => {
        setMenu(undefined);
        start(menu.task);
      }}
      onSchedule={
        menu.task.completed
          ? undefined
          : () => {
              setMenu(undefined);
              openSchedule(menu.task, () => menu.anchor.focus());
            }
      }
      categories={categories}
      categoryId={menu.task.categoryId}
      today={localDay(now)}
      plannedDay={menu.task.plannedDay}
      onDay={(day) => choose(() => planFor(menu.task, day))}
      onDetails={() => {
        setMenu(undefined);
        openDetails(menu.task);
      }}
      onSteps={() => {
        setMenu(undefined);
        setExpandedIds((ids) => new Set(ids).add(menu.task.id));
      }}
      onStartFocus={() => void navigate(paths.focus, { state: focusOn(menu.task.id) })}
      onSkip={menu.task.repeat === null ? undefined : () => choose(() => skip(menu.task))}
      onAddToTop3={
        menu.task.isPriority
          ? undefined
          : () => choose(() => addToTop3(menu.task, priorities.length))
      }
      isTop3Full={priorities.length >= PRIORITIES_MAX}
      onCategory={(categoryId) =>
        choose(() => {
          if (categoryId !== menu.task.categoryId) edit(menu.task, { categoryId });
        })
      }
      onRemoveFromTop3={inTop3 ? () => choose(() => removeFromTop3(menu.task)) : undefined}
      onDelete={() => {
        if (menu.task.repeat === null) {
          choose(() => remove(menu.task));
          return;
        }
        setMenu(undefined);
        remove(menu.task);
      }}
    />
  );
  const dialogs = (
    <>
      {taskMenu}
      {taskDialogs}
    </>
  );

  const add: TaskActions['add'] = (...creations) => {
    create(...creations);
    highlight(creations.map(({ task }) => task.id));
  };
  return {
    actions,
    add,
    tasks,
    editingIds,
    deletedIds,
    newIds,
    expandedIds,
    wasCompleted,
    dialogs,
  };
}

/** The ids of highlighted tasks, and a function that highlights some for HIGHLIGHT_MS. */
function useHighlight() {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const running = timers.current;
    return () => running.forEach(clearTimeout);
  }, []);
  const highlight = (added: readonly number[]) => {
    setIds((highlighted) => new Set([...highlighted, ...added]));
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setIds((highlighted) => new Set([...highlighted].filter((id) => !added.includes(id))));
    }, HIGHLIGHT_MS);
    timers.current.add(timer);
  };
  return [ids, highlight] as const;
}

/**
 * What gets the focus when a row is removed: the menu button of the next row, or of the previous one. Without another
 * row, the button below the list, or the screen.
 */
function neighborOf(button: HTMLElement): HTMLElement | null {
  const row = button.closest('li');
  const rows = [...(row?.parentElement?.children ?? [])].filter(
    (one) => one === row || one.querySelector('[data-task]'),
  );
  const at = rows.findIndex((one) => one === row);
  const neighbor = rows[at + 1] ?? rows[at - 1];
  return (
    neighbor?.querySelector<HTMLElement>('[data-task] > button') ??
    row?.closest('section')?.querySelector<HTMLElement>(':scope > div > button') ??
    document.getElementById('main')
  );
}
