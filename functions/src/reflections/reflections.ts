import { editOf } from '@daymark/contract/laterEdits';
import { reflectionIdOf } from '@daymark/contract/reflection';
import type { Handler } from '../handler';

export const getReflection: Handler<'getReflection'> = async ({ owner, query }, { stores }) =>
  (await stores.reflections.get(owner, reflectionIdOf(query.date))) ?? null;

/** Lists reflections, latest day first. */
export const listReflections: Handler<'listReflections'> = ({ owner, query }, { stores }) =>
  stores.reflections.page(
    owner,
    query.after,
    query.from ? ['day', '>=', query.from] : undefined,
    query.to ? ['day', '<=', query.to] : undefined,
  );

/**
 * Saves the reflection of a day. If the body has an `editedAt`, answers that are null stay as they are. Otherwise all
 * answers are replaced.
 */
export const saveReflection: Handler<'saveReflection'> = (
  { owner, body, mutation },
  { stores, now },
) => {
  const { userId: _, date, editedAt, base, ...answers } = body;
  const written = Object.entries(answers).filter(([, answer]) => answer !== null);
  const fields = editedAt == null ? { date, ...answers } : Object.fromEntries(written);
  const edit = editOf({ ...fields, editedAt, base }, now());
  const blank = { date, ...NO_ANSWERS };
  return stores.reflections.merge(owner, reflectionIdOf(date), edit, blank, mutation);
};

const NO_ANSWERS = {
  accomplishments: null,
  challenges: null,
  tomorrowFocus: null,
  productivityRating: null,
};
