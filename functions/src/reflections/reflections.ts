import { editOf } from '@daymark/contract/laterEdits';
import { reflectionIdOf } from '@daymark/contract/reflection';
import type { Handler } from '../handler';

export const getReflection: Handler<'getReflection'> = async ({ owner, query }, { stores }) =>
  (await stores.reflections.get(owner, reflectionIdOf(query.date))) ?? null;

/** The latest day first. */
export const listReflections: Handler<'listReflections'> = ({ owner, query }, { stores }) =>
  stores.reflections.page(
    owner,
    query.after,
    query.from ? ['day', '>=', query.from] : undefined,
    query.to ? ['day', '<=', query.to] : undefined,
  );

export const saveReflection: Handler<'saveReflection'> = (
  { owner, body, mutation },
  { stores, now },
) => {
  const { date, accomplishments, challenges, tomorrowFocus, productivityRating, editedAt, base } =
    body;
  const id = reflectionIdOf(date);
  const answers = { accomplishments, challenges, tomorrowFocus, productivityRating };
  if (editedAt == null)
    return stores.reflections.put(owner, { id, date, ...answers }, now().toISOString(), mutation);
  const edited = Object.entries(answers).filter(([, answer]) => answer !== null);
  const edit = editOf({ ...Object.fromEntries(edited), editedAt, base }, now());
  return stores.reflections.merge(owner, id, edit, { date, ...NO_ANSWERS }, mutation);
};

const NO_ANSWERS = {
  accomplishments: null,
  challenges: null,
  tomorrowFocus: null,
  productivityRating: null,
};
