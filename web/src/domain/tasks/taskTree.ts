import { lruMemoize } from 'reselect';
import type { ShownTask } from '../shownRecords';

/** The tasks of lists, and the steps that are shown inside them. */
export interface TaskTree {
  /** Neither steps nor tasks that were skipped, newest first. */
  tasks: readonly ShownTask[];
  /** The steps of each task, by its id, in their order. Those that were removed with their task are left out. */
  steps: ReadonlyMap<number, readonly ShownTask[]>;
}

/**
 * Divides a person's tasks into those that lists show and the steps within them. Several components of a screen ask for
 * the same list, which can have ten thousand tasks.
 */
export const taskTree = lruMemoize((all: readonly ShownTask[]): TaskTree => {
  const parentIds = new Set<number>();
  for (const { parentId } of all) if (parentId !== null) parentIds.add(parentId);
  const parents = new Set<number>();
  if (parentIds.size > 0)
    for (const { id, parentId } of all) if (parentId === null && parentIds.has(id)) parents.add(id);
  const tasks: ShownTask[] = [];
  const steps = new Map<number, ShownTask[]>();
  for (const task of all) {
    if (isHidden(task)) continue;
    // A step whose task was deleted on another device, or is a step in an imported file, is shown as a task, so that it
    // is not lost.
    if (task.parentId === null || !parents.has(task.parentId)) {
      tasks.push(task);
    } else {
      const others = steps.get(task.parentId);
      if (others) others.push(task);
      else steps.set(task.parentId, [task]);
    }
  }
  for (const list of steps.values()) list.sort(byPosition);
  return { tasks, steps };
});

/** Whether it was skipped or removed, and not completed on another device. */
const isHidden = ({ skippedAt, completed }: ShownTask) => skippedAt !== null && !completed;

/** Steps without a position come last, the oldest first. */
function byPosition(a: ShownTask, b: ShownTask): number {
  const [first, second] = [a.position ?? '~', b.position ?? '~'];
  if (first !== second) return first < second ? -1 : 1;
  return Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id;
}
