import { editOf } from '@daymark/contract/laterEdits';
import { inUtc, newId } from '@daymark/contract/primitives';
import type { Handler } from '../handler';

/** Lists goals by ascending id, compared as text. */
export const listGoals: Handler<'listGoals'> = ({ owner, query }, { stores }) =>
  stores.goals.page(owner, query.after);

export const createGoal: Handler<'createGoal'> = ({ owner, body, mutation }, { stores, now }) => {
  const { userId: _, id, restore, restoredAt, ...fields } = body;
  const createdAt = inUtc(body.createdAt ?? now().toISOString());
  const goal = { ...fields, id: id ?? newId(), createdAt };
  return stores.goals.create(owner, goal, { restore, restoredAt, mutation });
};

export const updateGoal: Handler<'updateGoal'> = ({ owner, id, body, mutation }, { stores, now }) =>
  stores.goals.update(owner, id, editOf(body, now()), mutation);

export const deleteGoal: Handler<'deleteGoal'> = ({ owner, id, query, mutation }, ports) =>
  ports.stores.goals.delete(owner, id, { ...query, mutation });
