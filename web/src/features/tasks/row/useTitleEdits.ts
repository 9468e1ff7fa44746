import { Task } from '@daymark/contract/task';
import { useState, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { createDrafts, onDraftChanged } from '../../../lib/person/drafts';
import { definitions } from '../../../sync/definitions';
import { withRecord } from '../../../domain/mutation';
import { useSync } from '../../../sync/useSync';
import { useTaskMutations, useTasks } from '../../../records/tasks/taskQueries';
import type { ShownTask } from '../../../domain/shownRecords';

/** Each edited task, the title that was typed and the one before, by its id. A deleted task is brought back from it. */
const titleDrafts = createDrafts(
  'taskTitle',
  z.object({ task: Task, typed: z.string(), before: z.string() }),
);

interface TitleEdits {
  /** The tasks whose titles are being edited. Several can be, so that starting another edit loses nothing. */
  editingIds: ReadonlySet<number>;
  /** Those of them that were deleted meanwhile. */
  deletedIds: ReadonlySet<number>;
  /** The tasks, and those in `deletedIds` at their places; undefined while they load. */
  tasks: readonly ShownTask[] | undefined;
  start: (task: ShownTask) => void;
  stop: (task: ShownTask) => void;
  /** Stores what is typed over the title `before`. */
  type: (task: ShownTask, typed: string, before: string) => void;
  /** What was typed before the page was left, and over which title. */
  draftOf: (task: ShownTask) => { typed: string; before: string } | undefined;
  /** Saves a title over the one that the person saw, and ends the edit. A deleted task is created again. */
  save: (task: ShownTask, title: string, before: string, isDeleted: boolean) => void;
}

/**
 * The inline edits of titles in a list of tasks. Edits that a page was left with go on where they stopped. `edit` saves a
 * title.
 */
export function useTitleEdits(
  edit: (task: ShownTask, fields: Pick<Task, 'title'>, seen: Pick<Task, 'title'>) => void,
): TitleEdits {
  const { userId, signal } = useSync();
  const { bringBack } = useTaskMutations();
  const { data } = useTasks();
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const typed = useSyncExternalStore(onDraftChanged, () => titleDrafts.names(userId).join());
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
    // The session ended while a title was typed: nothing can be saved, and the draft is there after the next sign-in.
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
