import { editOf } from '@daymark/contract/laterEdits';
import { idOfDay } from '@daymark/contract/primitives';
import type { Handler } from '../handler';

/** Lists the reviews of weeks by ascending id, compared as text. */
export const listWeekReviews: Handler<'listWeekReviews'> = ({ owner, query }, { stores }) =>
  stores.weekReviews.page(owner, query.after);

/** Creates the review of a week. The day gives its id. */
export const createWeekReview: Handler<'createWeekReview'> = (
  { owner, body, mutation },
  { stores },
) => {
  const { userId: _, id: _id, restore, restoredAt, ...fields } = body;
  const review = { id: idOfDay(body.day), ...fields };
  return stores.weekReviews.create(owner, review, { restore, restoredAt, mutation });
};

export const updateWeekReview: Handler<'updateWeekReview'> = (
  { owner, id, body, mutation },
  { stores, now },
) => stores.weekReviews.update(owner, id, editOf(body, now()), mutation);
