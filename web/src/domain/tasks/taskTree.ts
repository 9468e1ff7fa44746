import type { ShownTask } from '../shownRecords';
import { noteSameEnds, sameEnds } from '../../lib/sameEnds';

/** The tasks of lists, and the steps that are shown inside them. */
export interface TaskTree {
  /** Neither steps nor tasks that were skipped, newest first. */
  tasks: readonly ShownTask[];
  /** The steps of each task, by its id, in their order. Those that were removed with their task are left out. */
  steps: ReadonlyMap<number, readonly ShownTask[]>;
}

interface KnownTree extends TaskTree {
  /** The list from which this one was made by a tick, with what the tick brings, if it is known. */
  tickedFrom?: WeakRef<readonly ShownTask[]> | undefined;
  /** The parents of steps that are among the tasks, because there is no such parent. */
  missing: ReadonlySet<number>;
}

const trees = new WeakMap<readonly ShownTask[], KnownTree>();
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

/** Whether the tasks differ from those that are `shown` by ticks only, with what the ticks bring. */
export function isTickedFrom(all: readonly ShownTask[], shown: readonly ShownTask[]): boolean {
  taskTree(all);
  const before = trees.get(all)?.tickedFrom?.deref();
  return before !== undefined && (before === shown || isTickedFrom(before, shown));
}

/** Says that the tasks are on the screen: from then on those before them are not shown again. */
export function keepShown(all: readonly ShownTask[]): void {
  const tree = trees.get(all);
  if (tree) tree.tickedFrom = undefined;
}

/** More changes than these at once are so rare that the whole tree can be computed again. */
const CHANGES_MAX = 10;

/**
 * The tree of `all` from the one of `before`, if the only difference is that some tasks were added, edited or deleted:
 * most changes are one task's, and their next paint has to wait for this. Otherwise undefined.
 */
function editedTree(
  before: readonly ShownTask[],
  all: readonly ShownTask[],
): KnownTree | undefined {
  const tree = trees.get(before);
  if (!tree) return undefined;
  const same = sameEnds(before, all);
  const ends = { from: before.length - same.last, to: all.length - same.last };
  // The places in `before`, `all` and `tasks`.
  let [from, to] = [same.first, same.first];
  let place = placeOf(from, before, tree.tasks);
  const firstPlace = place;
  const tasks = [...tree.tasks];
  let changes = 0;
  let isTick = false;
  while (from < ends.from || to < ends.to) {
    const old = from < ends.from ? before[from] : undefined;
    const task = to < ends.to ? all[to] : undefined;
    if (old !== task && ++changes > CHANGES_MAX) return undefined;
    const surplus = ends.to - to - (ends.from - from);
    if (old && task && old.id === task.id) {
      const isOnlyEdited =
        old === task ||
        (old.parentId === null && task.parentId === null && isHidden(old) === isHidden(task));
      if (!isOnlyEdited) return undefined;
      if (old.completed !== task.completed) isTick = true;
      if (tasks[place] === old) tasks[place++] = task;
      from++;
      to++;
    } else if (task && surplus > 0) {
      if (task.parentId !== null || isHidden(task) || tree.missing.has(task.id)) return undefined;
      tasks.splice(place++, 0, task);
      to++;
    } else if (old && surplus < 0) {
      if (old.parentId !== null || tree.steps.has(old.id)) return undefined;
      if (tasks[place] === old) tasks.splice(place, 1);
      from++;
    } else return undefined;
  }
  noteSameEnds(tree.tasks, tasks, { first: firstPlace, last: tasks.length - place });
  return { ...tree, tasks, tickedFrom: isTick ? new WeakRef(before) : undefined };
}

/** Where the records of `all` from `first` on begin among its tasks. */
function placeOf(first: number, all: readonly ShownTask[], tasks: readonly ShownTask[]): number {
  for (let index = first; index < all.length; index++) {
    const place = tasks.indexOf(all[index] as ShownTask);
    if (place >= 0) return place;
  }
  return tasks.length;
}

function treeOf(all: readonly ShownTask[]): KnownTree {
  const parentIds = new Set<number>();
  for (const { parentId } of all) if (parentId !== null) parentIds.add(parentId);
  const parents = new Set<number>();
  if (parentIds.size > 0)
    for (const { id, parentId } of all) if (parentId === null && parentIds.has(id)) parents.add(id);
  const tasks: ShownTask[] = [];
  const steps = new Map<number, ShownTask[]>();
  const missing = new Set<number>();
  for (const task of all) {
    if (isHidden(task)) continue;
    // A step whose task was deleted on another device, or is a step in an imported file, is shown as a task, so that it
    // is not lost.
    if (task.parentId === null || !parents.has(task.parentId)) {
      tasks.push(task);
      if (task.parentId !== null) missing.add(task.parentId);
    } else {
      const others = steps.get(task.parentId);
      if (others) others.push(task);
      else steps.set(task.parentId, [task]);
    }
  }
  for (const list of steps.values()) list.sort(byPosition);
  return { tasks, steps, missing };
}

/** Whether it was skipped or removed, and not completed on another device. */
const isHidden = ({ skippedAt, completed }: ShownTask) => skippedAt !== null && !completed;

/** Steps without a position come last, the oldest first. */
function byPosition(a: ShownTask, b: ShownTask): number {
  const [first, second] = [a.position ?? '~', b.position ?? '~'];
  if (first !== second) return first < second ? -1 : 1;
  return Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id;
}
