import type { Task } from '@daymark/contract/task';
import { useState, useSyncExternalStore } from 'react';
import { onDraftChanged } from '../../../lib/person/drafts';
import { definitions } from '../../../sync/definitions';
import { withRecord } from '../../../domain/mutation';
import { THIS_LOAD, titleDrafts } from './titleDrafts';
import { useSync } from '../../../sync/useSync';
import { useTaskMutations, useTasks } from '../../../records/tasks/taskQueries';
import type { ShownTask } from '../../../domain/shownRecords';

export interface TitleEdits {
  /**
   * The tasks whose titles are being edited. Several edits can be open, so that starting another edit loses nothing.
   */
  editingIds: ReadonlySet<number>;
  /** The tasks of `editingIds` that were deleted during the edit. */
  deletedIds: ReadonlySet<number>;
  /** The tasks, including the deleted tasks at their positions, or undefined while the tasks load. */
  tasks: readonly ShownTask[] | undefined;
  start: (task: ShownTask) => void;
  stop: (task: ShownTask) => void;
  /** Stores the typed title. `before` is the title that it replaces. */
  type: (task: ShownTask, typed: string, before: string) => void;
  /** Returns the title that was typed before the page was left, and the title that it replaces. */
  draftOf: (task: ShownTask) => { typed: string; before: string } | undefined;
  /** Saves a title and ends the edit. `before` is the title that the person saw. A deleted task is created again. */
  save: (task: ShownTask, title: string, before: string, isDeleted: boolean) => void;
}

/**
 * Manages the inline edits of titles in a list of tasks. Edits that were open when the page was left continue. `edit`
 * saves a title.
 */
export function useTitleEdits(
  edit: (task: ShownTask, fields: Pick<Task, 'title'>, seen: Pick<Task, 'title'>) => void,
): TitleEdits {
  const { userId, signal } = useSync();
  const { bringBack } = useTaskMutations();
  const { data } = useTasks();
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const typed = useSyncExternalStore(onDraftChanged, () =>
    titleDrafts
      .names(userId)
      .filter((id) => titleDrafts.get(userId, id)?.detailsOf !== THIS_LOAD)
      .join(),
  );
  const editingIds = new Set([...opened, ...typed.split(',').filter(Boolean).map(Number)]);
  const stop = ({ id }: ShownTask) => {
    setOpened((ids) => new Set([...ids].filter((other) => other !== id)));
    titleDrafts.set(userId, undefined, String(id));
  };
  const start = ({ id }: ShownTask) => setOpened((ids) => new Set(ids).add(id));
  const type = (task: ShownTask, typed: string, before: string) =>
    titleDrafts.set(userId, { task, typed, before }, String(task.id));
  const draftOf = ({ id }: ShownTask) => titleDrafts.get(userId, String(id));
  const save = (task: ShownTask, title: string, before: string, isDeleted: boolean) => {
    // The session ended while a title was typed. The title can't be saved now, and the draft is kept for the next
    // sign-in.
    if (signal.aborted) return;
    stop(task);
    if (isDeleted) bringBack({ ...task, title }, { ...task, title: before });
    else if (title !== before) edit(task, { title }, { title: before });
  };
  const deleted = [...editingIds]
    .filter((id) => data?.every((task) => task.id !== id))
    .map((id) => titleDrafts.get(userId, String(id)))
    .filter((draft) => draft !== undefined)
    .map(({ task, typed }) => ({ ...task, title: typed }));
  return {
    editingIds,
    deletedIds: new Set(deleted.map(({ id }) => id)),
    tasks:
      data && deleted.reduce((all, task) => withRecord(all, task, definitions.tasks.compare), data),
    start,
    stop,
    type,
    draftOf,
    save,
  };
}
