/** The topmost task above a task. Where parents go round in a circle, the task itself. */
export function rootOf<T>(task: T, parentOf: (task: T) => T | undefined): T {
  const seen = new Set([task]);
  let root = task;
  for (let parent = parentOf(root); parent !== undefined; parent = parentOf(root)) {
    if (seen.has(parent)) return task;
    seen.add(parent);
    root = parent;
  }
  return root;
}
