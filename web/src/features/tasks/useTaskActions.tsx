import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { preloadLater } from '../../lib/browser/preload';
import { lazyComponent } from '../../ui/lazyComponent';
import type { TaskRowActions } from './row/TaskRow';
import { useTaskMutations } from '../../records/tasks/taskQueries';
import { preloadDetails, preloadScheduling, useTaskDialogs } from './useTaskDialogs';
import { useTitleEdits, type TitleEdits } from './row/useTitleEdits';
import type { ShownTask } from '../../domain/shownRecords';
import { shownBlocks, type Block, type ShownBlocks } from '../../domain/planning/shownBlocks';
import type { TaskCreation } from '../../domain/tasks/newTask';

const TaskMenu = lazyComponent(() => import('./row/TaskMenu'));

/** How long a just-created task is highlighted, in ms (product §4). */
const HIGHLIGHT_MS = 2000;

/** The tasks that were ticked or unticked in a view. */
interface Ticked {
  view: string;
  wasCompleted: ReadonlyMap<number, boolean>;
  blocksBefore: ReadonlyMap<number, Block>;
}

const nothingTicked = (view: string): Ticked => ({
  view,
  wasCompleted: new Map(),
  blocksBefore: new Map(),
});

interface TaskActions extends Pick<TitleEdits, 'tasks' | 'editingIds' | 'deletedIds'> {
  actions: TaskRowActions;
  /** Creates tasks and highlights them. */
  add: (...creations: readonly TaskCreation[]) => void;
  /** The tasks that were just created and are highlighted. */
  newIds: ReadonlySet<number>;
  /** The tasks whose steps are shown. */
  expandedIds: ReadonlySet<number>;
  /** For each task ticked or unticked in this view: whether it was completed before. See taskViews. */
  wasCompleted: ReadonlyMap<number, boolean>;
  /** The blocks of these tasks before. Completing a task removes its future blocks. */
  blocksBefore: ShownBlocks;
  /** The open menu and dialogs, to be rendered once. */
  dialogs: ReactNode;
}

/**
 * Returns the actions of a list of tasks, with its menu and dialogs. `view` names the listed tasks. The element `below`
 * the list receives the focus when the last row is removed.
 */
export function useTaskActions(view = '', below?: RefObject<HTMLElement | null>): TaskActions {
  const { create, setCompleted, retry, discard } = useTaskMutations();
  const [newIds, highlight] = useHighlight();
  const [expandedIds, setExpandedIds] = useState<ReadonlySet<number>>(new Set());
  // Destructured, because useTaskDialogs returns a new object whenever a dialog opens or closes. If the actions used
  // that object, the React Compiler would recreate them, and every row would render again.
  const { sync, navigate, skip, edit, remove, openDetails, schedule, dialogs } = useTaskDialogs();
  const { tasks, editingIds, deletedIds, start, stop, type, draftOf, save } = useTitleEdits(edit);
  // Ticked tasks stay in place until another view is opened.
  const [ticked, setTicked] = useState(() => nothingTicked(view));
  if (ticked.view !== view) setTicked(nothingTicked(view));
  const { wasCompleted, blocksBefore } = ticked;
  const [menu, setMenu] = useState<{ task: ShownTask; anchor: HTMLElement }>();

  /** Completes or reopens a task, which stays in place. With `isOutOfSight` a toast with Undo appears. */
  const tick = (task: ShownTask, completed: boolean, isOutOfSight = false) => {
    const blocks = (sync.records('events').data ?? []).filter(({ taskId }) => taskId === task.id);
    const block = shownBlocks(blocks, sync.now()).get(task.id);
    setTicked((known) =>
      known.wasCompleted.has(task.id)
        ? known
        : {
            view,
            wasCompleted: new Map(known.wasCompleted).set(task.id, task.completed),
            blocksBefore: block
              ? new Map(known.blocksBefore).set(task.id, block)
              : known.blocksBefore,
          },
    );
    setCompleted(task, completed, isOutOfSight);
  };
  const actions: TaskRowActions = {
    setCompleted: (task, completed) => tick(task, completed),
    preloadMenu: TaskMenu.preload,
    openMenu: (task, anchor) => setMenu({ task, anchor }),
    preloadDetails,
    titleEdits: { type, draftOf, save, stop },
    toggleSteps: ({ id }) =>
      setExpandedIds((ids) =>
        ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set(ids).add(id),
      ),
    retry,
    discard,
    context: {
      sync,
      navigate,
      setCompleted: (task, completed) => tick(task, completed, true),
      skip,
      edit,
      remove,
      openDetails,
      schedule,
      list: {
        rename: start,
        showSteps: ({ id }) => setExpandedIds((ids) => new Set(ids).add(id)),
      },
    },
  };

  useEffect(() => preloadLater(TaskMenu.preload, preloadScheduling, preloadDetails), []);

  const choose = (act: () => void) => {
    if (!menu) return;
    const { anchor } = menu;
    const row = anchor.closest('li');
    const neighbor = neighborOf(anchor);
    // Rendered at once, because an open menu keeps the focus in itself.
    flushSync(() => setMenu(undefined));
    // A dialog that the action opens returns the focus to this button.
    anchor.focus();
    flushSync(act);
    if (!row?.isConnected) (neighbor ?? below?.current ?? document.getElementById('main'))?.focus();
    else if (document.activeElement === document.body) anchor.focus();
  };
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
    blocksBefore,
    dialogs: (
      <>
        {menu && (
          <TaskMenu
            {...menu}
            context={actions.context}
            onChoose={choose}
            onClose={() => setMenu(undefined)}
          />
        )}
        {dialogs}
      </>
    ),
  };
}

/** Returns the ids of highlighted tasks, and a function that highlights tasks for HIGHLIGHT_MS. */
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

/** Returns the menu button of the next row, or else of the previous one. Null if there is no other row. */
function neighborOf(button: HTMLElement): HTMLElement | null {
  const row = button.closest('li');
  const rows = [...(row?.parentElement?.children ?? [])].filter(
    (one) => one === row || menuButtonOf(one),
  );
  const at = rows.findIndex((one) => one === row);
  const neighbor = rows[at + 1] ?? rows[at - 1];
  return neighbor ? menuButtonOf(neighbor) : null;
}

const menuButtonOf = (row: Element) => row.querySelector<HTMLElement>('[aria-haspopup="menu"]');
