import type { ShownTask } from './taskQueries';

/** The category filter: everything, or one category's id. */
export type CategoryFilter = 'all' | number;

/** What the list draws, top to bottom: tasks, and one heading before those completed earlier. */
export type ListItem = { task: ShownTask } | { completedHeading: number };

/**
 * The filtered list: what is open first, then what was completed, each newest first. A task ticked or unticked while
 * the screen is open keeps the group it was in (`heldAs`: id to completed), so that nothing jumps from under the pointer.
 */
export function listItems(
  tasks: readonly ShownTask[],
  filter: CategoryFilter,
  heldAs: ReadonlyMap<number, boolean>,
): ListItem[] {
  const open: ListItem[] = [];
  const completed: ListItem[] = [];
  for (const task of tasks) {
    if (filter !== 'all' && task.categoryId !== filter) continue;
    ((heldAs.get(task.id) ?? task.completed) ? completed : open).push({ task });
  }
  return completed.length > 0
    ? [...open, { completedHeading: completed.length }, ...completed]
    : open;
}
