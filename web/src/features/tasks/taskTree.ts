import type { Task } from '@daymark/contract/task';
import type { Shown } from '../../sync/mutation';

type ShownTask = Shown<Task>;

/** The tasks of lists, and the steps that are shown inside them. */
export interface TaskTree {
  /** Neither steps nor tasks that were skipped, newest first. */
  tasks: readonly ShownTask[];
  /** The steps of each task, by its id, in their order. Those that were removed with their task are left out. */
  steps: ReadonlyMap<number, readonly ShownTask[]>;
}

const trees = new WeakMap<readonly ShownTask[], TaskTree>();
let latest: WeakRef<readonly ShownTask[]> | undefined;

/** Computed once for each list: several components of a screen need it, and lists can have ten thousand tasks. */
export function taskTree(all: readonly ShownTask[]): TaskTree {
  let tree = trees.get(all);
  if (!tree) {
    const before = latest?.deref();
    tree = (before && editedTree(before, all)) ?? treeOf(all);
    trees.set(all, tree);
    latest = new WeakRef(all);
  }
  return tree;
}

/** More edits than these at once are so rare that the whole tree can be computed again. */
const EDITS_MAX = 10;

/**
 * The tree of `all` from the one of `before`, if the only difference is that some tasks were edited: most changes are a
 * tick, and its next paint has to wait for this. Otherwise undefined.
 */
function editedTree(before: readonly ShownTask[], all: readonly ShownTask[]): TaskTree | undefined {
  const tree = trees.get(before);
  if (!tree || before.length !== all.length) return undefined;
  const edits: [ShownTask, ShownTask][] = [];
  for (let index = 0; index < all.length; index++) {
    const [old, task] = [before[index], all[index]];
    if (old === task) continue;
    const isEdit =
      old !== undefined &&
      task !== undefined &&
      old.id === task.id &&
      old.parentId === null &&
      task.parentId === null &&
      isHidden(old) === isHidden(task);
    if (!isEdit || edits.push([old, task]) > EDITS_MAX) return undefined;
  }
  const tasks = [...tree.tasks];
  for (const [old, task] of edits) {
    const index = tasks.indexOf(old);
    if (index >= 0) tasks[index] = task;
  }
  return { tasks, steps: tree.steps };
}

function treeOf(all: readonly ShownTask[]): TaskTree {
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
    if (task.parentId === null || !parents.has(task.parentId)) tasks.push(task);
    else {
      const others = steps.get(task.parentId);
      if (others) others.push(task);
      else steps.set(task.parentId, [task]);
    }
  }
  for (const list of steps.values()) list.sort(byPosition);
  return { tasks, steps };
}

/** Whether it was skipped or removed, and not completed on another device. */
const isHidden = ({ skippedAt, completed }: ShownTask) => skippedAt !== null && !completed;

/** Steps without a position come last, the oldest first. */
function byPosition(a: ShownTask, b: ShownTask): number {
  const [first, second] = [a.position ?? '~', b.position ?? '~'];
  if (first !== second) return first < second ? -1 : 1;
  return Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id;
}
