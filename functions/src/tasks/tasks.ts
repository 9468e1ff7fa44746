import { editOf } from '@daymark/contract/laterEdits';
import { inUtc, newId } from '@daymark/contract/primitives';
import type { Task, TaskPatch } from '@daymark/contract/task';
import type { Handler } from '../handler';
import { alreadyDeleted, broughtBack, notFound } from '../http/failure';
import { updatePriorities } from './priorities';

/** Newest first; tasks of the same millisecond by descending id, compared as text. */
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
  const decide = (existing: Task | undefined) => ({ task: existing ?? task, place: order });
  const saved = await updatePriorities(owner, id, ports, decide, { restore });
  if (!saved) throw alreadyDeleted();
  return { ...task, ...saved, userId: owner.userId };
};

export const updateTask: Handler<'updateTask'> = async ({ owner, id, body }, ports) => {
  const edit = editOf(body, ports.now());
  let needsLock = false as boolean; // the callback below sets it
  const changed = await ports.stores.tasks.update(owner, id, edit, (task, winning) => {
    needsLock = affectsPriorities(task, winning);
    return needsLock ? {} : { ...winning, ...completion(task, winning, edit.at) };
  });
  if (!needsLock) return changed;
  const decide = (task: Task | undefined, winning: TaskPatch) => {
    if (!task || Object.keys(winning).length === 0) return task && { task };
    const after = { ...task, ...winning, ...completion(task, winning, edit.at) };
    return { task: after, place: winning.order };
  };
  const saved = await updatePriorities(owner, id, ports, decide, { edit });
  if (!saved) throw notFound();
  return { ...saved, userId: owner.userId };
};

export const deleteTask: Handler<'deleteTask'> = async ({ owner, id }, ports) => {
  const task = await ports.stores.tasks.get(owner, id);
  if (!task?.isPriority) await ports.stores.tasks.delete(owner, id);
  else if (await updatePriorities(owner, id, ports, () => undefined)) throw broughtBack();
};

/** Whether a change may add, remove or move a priority. */
function affectsPriorities(task: Task, { isPriority, completed, order }: TaskPatch): boolean {
  const changes = [isPriority, completed, order].some((value) => value !== undefined);
  return changes && (task.isPriority || isPriority === true);
}

/** `completedAt` is set when a task becomes completed. Completing it again does not change it. */
function completion(
  task: Task,
  { completed }: TaskPatch,
  at: string,
): { completedAt?: string | null } {
  if (completed === undefined || completed === task.completed) return {};
  return { completedAt: completed ? at : null };
}
