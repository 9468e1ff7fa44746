import { blocksAfterCompletion } from '@daymark/contract/event';
import { editOf, type Edit } from '@daymark/contract/laterEdits';
import { inUtc, newId } from '@daymark/contract/primitives';
import { closingFields, type Task, type TaskPatch } from '@daymark/contract/task';
import type { Handler } from '../handler';
import { alreadyDeleted, broughtBack, notFound } from '../http/failure';
import type { Owner } from '../owner';
import type { Ports } from '../ports';
import { changeTaskAndOthers, concernsOthers } from './changeTaskAndOthers';
import { editedFields } from './taskChange';

/** Lists tasks, newest first. Tasks of the same millisecond are ordered by descending id, as text. */
export const listTasks: Handler<'listTasks'> = ({ owner, query }, { stores }) =>
  stores.tasks.page(owner, query.after);

export const createTask: Handler<'createTask'> = async ({ owner, body, mutation }, ports) => {
  const { restore, restoredAt, userId: _, ...fields } = body;
  const id = body.id ?? newId();
  const moment = ports.now().toISOString();
  const task = {
    ...fields,
    id,
    createdAt: inUtc(body.createdAt ?? moment),
    ...closingFields(
      { ...fields, completedAt: body.completedAt ? inUtc(body.completedAt) : null },
      {},
      moment,
    ),
    firstEstimateMinutes: body.firstEstimateMinutes ?? body.estimateMinutes,
  };
  if (!concernsOthers(undefined, task))
    return ports.stores.tasks.create(owner, task, { restore, restoredAt, mutation });
  const decide = (existing: Task | undefined) => existing ?? task;
  const expected = { before: undefined, after: task };
  const topThreeIndex = body.order;
  const { record, ...outcome } = await changeTaskAndOthers(owner, id, ports, decide, {
    expected,
    restore,
    restoredAt,
    topThreeIndex,
    mutation,
  });
  if (!record) throw alreadyDeleted();
  return { ...outcome, record: { ...task, ...record, userId: owner.userId } };
};

export const updateTask: Handler<'updateTask'> = async ({ owner, id, body, mutation }, ports) => {
  const { today, ...patch } = body;
  const edit = editOf(patch, ports.now());
  if (patch.completed || patch.skippedAt) await endBlocks(owner, id, edit, ports, mutation);
  let before: Task | undefined;
  let after: Task | undefined;
  let isShared = false as boolean; // the callback below sets `isShared`
  const changed = await ports.stores.tasks.update(owner, id, edit, mutation, (task, winning) => {
    before = task;
    after = { ...task, ...editedFields(task, edit, winning) };
    isShared = concernsOthers(task, after);
    return isShared ? {} : editedFields(task, edit, winning);
  });
  if (!isShared) return changed;
  const decide = (task: Task | undefined, winning: TaskPatch) =>
    task && Object.keys(winning).length > 0
      ? { ...task, ...editedFields(task, edit, winning) }
      : task;
  const options = {
    expected: { before, after },
    edit,
    topThreeIndex: patch.order,
    today,
    mutation,
  };
  const { record, ...outcome } = await changeTaskAndOthers(owner, id, ports, decide, options);
  if (!record) throw notFound();
  return { ...outcome, record: { ...record, userId: owner.userId } };
};

/**
 * Deletes the task with its steps and its future blocks.
 * @throws Failure 412 if the task or one of its steps was changed since the person saw it.
 */
export const deleteTask: Handler<'deleteTask'> = async ({ owner, id, query, mutation }, ports) => {
  const { tasks, events } = ports.stores;
  const [task, steps, blocks] = await Promise.all([
    tasks.get(owner, id),
    tasks.find(owner, ['parentId', '==', id]),
    events.find(owner, ['taskId', '==', id]),
  ]);
  // Check for later changes before anything is deleted. The version in the query is the version of the task's own
  // texts, so it isn't used for the steps.
  await tasks.expectSeen(owner, [id], { ...query, mutation });
  const stepIds = steps.map((step) => step.id);
  await tasks.expectSeen(owner, stepIds, { deletedAt: query.deletedAt, mutation });
  const future = blocksAfterCompletion(blocks, ports.now().getTime()).removed;
  await events.updateRelated(
    owner,
    new Map(),
    future.map((block) => block.id),
    mutation,
  );
  // Steps that don't fit into the last commit are deleted before it.
  const early = steps.slice(STEPS_PER_COMMIT).map((step) => step.id);
  for (let first = 0; first < early.length; first += STEPS_PER_COMMIT)
    await tasks.updateRelated(
      owner,
      new Map(),
      early.slice(first, first + STEPS_PER_COMMIT),
      mutation,
    );
  const expected = { before: task, after: undefined };
  if (!task?.isPriority && steps.length === 0)
    return tasks.delete(owner, id, { ...query, mutation });
  const options = { expected, mutation };
  const { record, ...outcome } = await changeTaskAndOthers(
    owner,
    id,
    ports,
    () => undefined,
    options,
  );
  if (record) throw broughtBack();
  return { ...outcome, record };
};

/** At most this many steps are deleted in one commit. Each step takes two writes, and Firestore allows 500. */
const STEPS_PER_COMMIT = 200;

/**
 * Ends the blocks of a task that is completed or skipped. Blocks that haven't begun are removed, and a running block
 * ends at the time of the edit.
 */
async function endBlocks(
  owner: Owner,
  id: number,
  edit: Edit<TaskPatch>,
  { stores }: Ports,
  mutation: string | undefined,
): Promise<void> {
  const blocks = await stores.events.find(owner, ['taskId', '==', id]);
  const { removed, ended } = blocksAfterCompletion(blocks, Date.parse(edit.at));
  if (removed.length + ended.length === 0) return;
  // An edit that arrives again or loses against a later edit must not end blocks that were made since.
  const { completed, skippedAt } = await stores.tasks.winning(owner, id, edit, mutation);
  if (!completed && !skippedAt) return;
  await stores.events.updateRelated(
    owner,
    new Map(ended.map(({ block, end }) => [block.id, { end }])),
    removed.map((block) => block.id),
    mutation,
  );
}
