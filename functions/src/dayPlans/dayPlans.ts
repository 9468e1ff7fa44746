import { editOf } from '@daymark/contract/laterEdits';
import { idOfDay } from '@daymark/contract/primitives';
import type { Handler } from '../handler';

/** Lists the plans of days by ascending id, compared as text. */
export const listDayPlans: Handler<'listDayPlans'> = ({ owner, query }, { stores }) =>
  stores.dayPlans.page(owner, query.after);

/** Creates the plan of a day. The day gives its id. */
export const createDayPlan: Handler<'createDayPlan'> = ({ owner, body, mutation }, { stores }) => {
  const { userId: _, id: _id, restore, restoredAt, ...fields } = body;
  const plan = { id: idOfDay(body.day), ...fields };
  return stores.dayPlans.create(owner, plan, { restore, restoredAt, mutation });
};

export const updateDayPlan: Handler<'updateDayPlan'> = (
  { owner, id, body, mutation },
  { stores, now },
) => stores.dayPlans.update(owner, id, editOf(body, now()), mutation);
