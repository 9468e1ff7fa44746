import { editOf } from '@daymark/contract/laterEdits';
import { inUtc, newId } from '@daymark/contract/primitives';
import type { Task, TaskPatch } from '@daymark/contract/task';
import type { Handler } from '../handler';
import { gone } from '../http/failure';
import { rearrange } from './priorities';

/** Newest first; tasks made in the same millisecond by descending id, as text. */
export const listTasks: Handler<'listTasks'> = ({ owner, query }, { stores }) =>
  stores.tasks.page(owner, query.after);

export const createTask: Handler<'createTask'> = async ({ owner, body }, ports) => {
  const { title, completed, categoryId, isPriority, order, restore } = body;
  const id = body.id ?? newId();
  const moment = ports.now().toISOString();
  const createdAt = inUtc(body.createdAt ?? moment);
  const completedAt = completed ? inUtc(body.completedAt ?? moment) : null;
  const fields = { title, completed, categoryId, isPriority, order, createdAt, completedAt };
  const task = { id, ...fields };
  if (!isPriority) return ports.stores.tasks.create(owner, task, { restore });
  const become = (sent: Task | undefined) => ({ task: sent ?? task, place: order });
  const standing = await rearrange(owner, id, ports, become, { restore });
  return { ...task, ...standing, userId: owner.userId };
};

export const updateTask: Handler<'updateTask'> = async ({ owner, id, body }, ports) => {
  const edit = editOf(body, ports.now());
  let isRanked = false as boolean; // the callback below sets it
  const changed = await ports.stores.tasks.update(owner, id, edit, (task, counting) => {
    isRanked = movesPriorities(task, counting);
    return isRanked ? {} : { ...counting, ...completion(task, counting, edit.at) };
  });
  if (!isRanked) return changed;
  const become = (task: Task | undefined, counting: TaskPatch) => {
    if (!task || Object.keys(counting).length === 0) return task && { task };
    const after = { ...task, ...counting, ...completion(task, counting, edit.at) };
    return { task: after, place: counting.order };
  };
  const moved = await rearrange(owner, id, ports, become, { edit });
  if (!moved) throw gone();
  return { ...moved, userId: owner.userId };
};

export const deleteTask: Handler<'deleteTask'> = async ({ owner, id }, ports) => {
  const task = await ports.stores.tasks.get(owner, id);
  if (task?.isPriority) await rearrange(owner, id, ports, () => undefined);
  else if (task) await ports.stores.tasks.delete(owner, id);
};

/** Whether a change may make or unmake a priority, or move one. */
function movesPriorities(task: Task, { isPriority, completed, order }: TaskPatch): boolean {
  const changes = [isPriority, completed, order].some((value) => value !== undefined);
  return changes && (task.isPriority || isPriority === true);
}

/** A task is finished when it becomes completed: ticking it again does not move the moment. */
function completion(
  task: Task,
  { completed }: TaskPatch,
  at: string,
): { completedAt?: string | null } {
  if (completed === undefined || completed === task.completed) return {};
  return { completedAt: completed ? at : null };
}
