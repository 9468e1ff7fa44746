import { lruMemoize } from 'reselect';
import type { ShownTask } from '../shownRecords';

/** The tasks that lists show, and the steps that are shown inside them. */
export interface TaskTree {
  /** All tasks except steps and skipped tasks, newest first. */
  tasks: readonly ShownTask[];
  /** The steps of each task, by the task's id, in their order. Steps that were removed with their task are left out. */
  steps: ReadonlyMap<number, readonly ShownTask[]>;
}

/**
 * Divides a person's tasks into those that lists show and the steps within them. Memoized, because several components
 * of a screen ask for the same list, which can have ten thousand tasks.
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
    // A step is shown as a task if its own task was deleted on another device, or is a step itself in an imported file.
    // Otherwise the step would be lost.
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

/** Whether a task was skipped or removed, and not completed on another device. */
const isHidden = ({ skippedAt, completed }: ShownTask) => skippedAt !== null && !completed;

/** Compares steps by position. Steps without a position come last, the oldest first. */
function byPosition(a: ShownTask, b: ShownTask): number {
  const [first, second] = [a.position ?? '~', b.position ?? '~'];
  if (first !== second) return first < second ? -1 : 1;
  return Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id;
}
