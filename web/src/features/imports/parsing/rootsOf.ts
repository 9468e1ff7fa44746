/**
 * Returns a function that finds the topmost task above a task. The function remembers the roots, so finding the roots
 * of all tasks takes linear time. For a task in or below a circle of parents, the function returns the task itself.
 */
export function rootsOf<T>(parentOf: (task: T) => T | undefined): (task: T) => T {
  /** The roots that are known; null for a task in or below a circle. */
  const roots = new Map<T, T | null>();
  return (task) => {
    const path = new Set<T>();
    let top = task;
    for (let parent = parentOf(top); parent !== undefined; parent = parentOf(top)) {
      if (roots.has(top) || path.has(top)) break;
      path.add(top);
      top = parent;
    }
    const root = path.has(top) ? null : (roots.get(top) ?? (roots.has(top) ? null : top));
    for (const one of path.add(top)) roots.set(one, root);
    return root ?? task;
  };
}
