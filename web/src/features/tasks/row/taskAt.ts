/** Returns the row that an element is in, a task's or a step's. Rows have `data-task`. */
export const rowAt = (target: EventTarget | null): HTMLElement | null =>
  (target as Element | null)?.closest<HTMLElement>('[data-task]') ?? null;

/** Returns the id of the task or step whose row an element is in. */
export const taskAt = (target: EventTarget | null): number | undefined => {
  const row = rowAt(target);
  return row ? Number(row.dataset.task) : undefined;
};
