import { countText } from '../../lib/numbers';
import type { ShownTask } from './taskQueries';

/** The category filter: all tasks, or those of one category by its id. */
export type CategoryFilter = 'all' | number;

/** A row of the list: a task, or the heading above the completed tasks with their number. */
export type ListItem = { task: ShownTask } | { completedHeading: number };

/**
 * The rows of the filtered list: open tasks, then the heading and the completed ones, each newest first.
 *
 * A task that was ticked or unticked while the screen is open stays in its group, so that no row moves under the
 * pointer: `wasCompleted` maps its id to whether it was completed before that.
 */
export function listItems(
  tasks: readonly ShownTask[],
  filter: CategoryFilter,
  wasCompleted: ReadonlyMap<number, boolean>,
): ListItem[] {
  const open: ListItem[] = [];
  const completed: ListItem[] = [];
  for (const task of tasks) {
    if (filter !== 'all' && task.categoryId !== filter) continue;
    ((wasCompleted.get(task.id) ?? task.completed) ? completed : open).push({ task });
  }
  return completed.length > 0
    ? [...open, { completedHeading: completed.length }, ...completed]
    : open;
}

/** "3 open tasks": how many of the listed tasks are open; undefined for an empty list. */
export function openCountText(items: readonly ListItem[]): string | undefined {
  if (items.length === 0) return undefined;
  const open = items.filter((item) => 'task' in item && !item.task.completed).length;
  return open === 0 ? 'Nothing left to do' : countText(open, 'open task');
}
