import { useEffect, useRef, useState, type ReactNode } from 'react';
import { preloadLater } from '../../lib/preload';
import { lazyDialog } from '../../ui/lazyDialog';
import { LazyConfirmDialog } from '../../ui/LazyConfirmDialog';
import type { TaskRowActions } from './TaskRow';
import type { ShownTask } from './taskQueries';
import { useTaskMutations, type TaskDraft } from './taskQueries';

const TaskMenu = lazyDialog(() => import('./TaskMenu'));

/** How long a just-created task is highlighted (product §9). */
const HIGHLIGHT_MS = 2000;

interface TaskActions {
  actions: TaskRowActions;
  add: (task: TaskDraft) => void;
  /** The tasks whose titles are being edited. Several can be, so that starting another edit loses nothing. */
  editingIds: ReadonlySet<number>;
  /** The tasks that were just created and are highlighted. */
  newIds: ReadonlySet<number>;
  /** For each task ticked or unticked here: whether it was completed before. See `listItems`. */
  wasCompleted: ReadonlyMap<number, boolean>;
  /** The open menu or confirmation, for the list to render once. */
  dialogs: ReactNode;
}

/** The actions of a list of tasks, with its menu and dialogs. `inTop3` adds Remove from Top 3. */
export function useTaskActions({ inTop3 = false } = {}): TaskActions {
  const { create, update, remove, removeFromTop3, retry, discard } = useTaskMutations();
  const [newIds, highlight] = useHighlight();
  const [editingIds, setEditingIds] = useState<ReadonlySet<number>>(new Set());
  const [wasCompleted, setWasCompleted] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [menu, setMenu] = useState<{ task: ShownTask; anchor: HTMLElement }>();
  const [deleting, setDeleting] = useState<{ task: ShownTask; anchor: HTMLElement }>();

  const stopEditing = ({ id }: ShownTask) =>
    setEditingIds((editing) => new Set([...editing].filter((other) => other !== id)));
  const actions: TaskRowActions = {
    setCompleted: (task, completed) => {
      setWasCompleted((before) =>
        before.has(task.id) ? before : new Map(before).set(task.id, task.completed),
      );
      update(task.id, { completed });
    },
    preloadMenu: TaskMenu.preload,
    openMenu: (task, anchor) => setMenu({ task, anchor }),
    saveTitle: (task, title) => {
      stopEditing(task);
      if (title !== task.title) update(task.id, { title });
    },
    stopEditing,
    retry,
    discard,
  };

  useEffect(() => preloadLater(TaskMenu.preload, LazyConfirmDialog.preload), []);

  const dialogs = (
    <>
      {menu && (
        <TaskMenu
          anchor={menu.anchor}
          onClose={() => setMenu(undefined)}
          onEdit={() => {
            setMenu(undefined);
            setEditingIds((editing) => new Set(editing).add(menu.task.id));
          }}
          onRemoveFromTop3={
            inTop3
              ? () => {
                  setMenu(undefined);
                  focusNeighbor(menu.anchor);
                  removeFromTop3(menu.task);
                }
              : undefined
          }
          onDelete={() => {
            setMenu(undefined);
            setDeleting(menu);
          }}
        />
      )}
      {deleting && (
        <LazyConfirmDialog
          title="Delete task?"
          text={`“${deleting.task.title}” will be deleted.`}
          confirm="Delete"
          onClose={() => {
            setDeleting(undefined);
            deleting.anchor.focus();
          }}
          onConfirm={() => {
            setDeleting(undefined);
            focusNeighbor(deleting.anchor);
            remove(deleting.task);
          }}
        />
      )}
    </>
  );

  const add: TaskActions['add'] = (task) => {
    create(task);
    highlight(task.id);
  };
  return { actions, add, editingIds, newIds, wasCompleted, dialogs };
}

/** The ids of highlighted tasks, and a function that highlights one for HIGHLIGHT_MS. */
function useHighlight() {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const running = timers.current;
    return () => running.forEach(clearTimeout);
  }, []);
  const highlight = (id: number) => {
    setIds((highlighted) => new Set(highlighted).add(id));
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setIds((highlighted) => new Set([...highlighted].filter((other) => other !== id)));
    }, HIGHLIGHT_MS);
    timers.current.add(timer);
  };
  return [ids, highlight] as const;
}

/** Before a row is removed: focuses the first button of the next row, or of the previous one. */
function focusNeighbor(button: HTMLElement): void {
  const row = button.closest('li');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const target = neighbour?.querySelector<HTMLElement>('button') ?? document.getElementById('main');
  target?.focus();
}
