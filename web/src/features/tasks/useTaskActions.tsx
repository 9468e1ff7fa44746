import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { lazyPart } from '../../lib/lazyPart';
import { preload, preloadLater } from '../../lib/preload';
import { DialogBoundary } from '../../ui/Boundary';
import type { TaskRowActions } from './TaskRow';
import type { ShownTask } from './taskQueries';
import { useTaskMutations, type TaskDraft } from './taskQueries';

const loadMenu = () => import('./TaskMenu');
const TaskMenu = lazyPart(loadMenu);
const loadConfirm = () => import('../../ui/ConfirmDialog');
const ConfirmDialog = lazyPart(loadConfirm);

/** How long a just-created task is highlighted (product §9). */
const HIGHLIGHT_MS = 2000;

interface TaskActions {
  actions: TaskRowActions;
  add: (task: TaskDraft) => void;
  /** The tasks whose titles are being edited: what was typed in one is not lost to another. */
  editingIds: ReadonlySet<number>;
  /** The just-created tasks, while they are highlighted. */
  newIds: ReadonlySet<number>;
  /** In which group a task ticked here stays: its id to whether it was completed. */
  heldAs: ReadonlyMap<number, boolean>;
  /** The open menu or confirmation; the screen renders it once. */
  dialogs: ReactNode;
}

/** All that can be done to tasks in a list of them; in that of the Top 3, leaving it as well. */
export function useTaskActions({ inTop3 = false } = {}): TaskActions {
  const { create, update, remove, leaveTop3, retry, discard } = useTaskMutations();
  const [newIds, highlight] = useHighlight();
  const [editingIds, setEditingIds] = useState<ReadonlySet<number>>(new Set());
  const [heldAs, setHeldAs] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [menu, setMenu] = useState<{ task: ShownTask; anchor: HTMLElement }>();
  const [deleting, setDeleting] = useState<{ task: ShownTask; anchor: HTMLElement }>();

  const stopEditing = ({ id }: ShownTask) =>
    setEditingIds((editing) => new Set([...editing].filter((other) => other !== id)));
  const actions: TaskRowActions = {
    setCompleted: (task, completed) => {
      setHeldAs((held) => (held.has(task.id) ? held : new Map(held).set(task.id, task.completed)));
      update(task.id, { completed });
    },
    prepareMenu: () => preload(loadMenu),
    openMenu: (task, anchor) => setMenu({ task, anchor }),
    saveTitle: (task, title) => {
      stopEditing(task);
      if (title !== task.title) update(task.id, { title });
    },
    stopEditing,
    retry,
    discard,
  };

  useEffect(() => preloadLater(loadMenu, loadConfirm), []);

  const dialogs = (
    <DialogBoundary resetKey={menu ?? deleting}>
      <Suspense>
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
                    focusNeighbour(menu.anchor);
                    leaveTop3(menu.task);
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
          <ConfirmDialog
            title="Delete task?"
            text={`“${deleting.task.title}” will be deleted.`}
            confirm="Delete"
            onClose={() => {
              setDeleting(undefined);
              deleting.anchor.focus();
            }}
            onConfirm={() => {
              setDeleting(undefined);
              focusNeighbour(deleting.anchor);
              remove(deleting.task);
            }}
          />
        )}
      </Suspense>
    </DialogBoundary>
  );

  const add: TaskActions['add'] = (task) => {
    create(task);
    highlight(task.id);
  };
  return { actions, add, editingIds, newIds, heldAs, dialogs };
}

/** Ids that are highlighted, each for its own time, and the way to highlight one. */
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

/** The row goes; the focus moves to the same button of the next one, or of the one before. */
function focusNeighbour(button: HTMLElement): void {
  const row = button.closest('li');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const target = neighbour?.querySelector<HTMLElement>('button') ?? document.getElementById('main');
  target?.focus();
}
