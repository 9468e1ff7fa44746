import { editOf } from '@daymark/contract/laterEdits';
import { newId } from '@daymark/contract/primitives';
import type { Handler } from '../handler';

/** By ascending id, so the four default categories come first. */
export const listCategories: Handler<'listCategories'> = ({ owner, query }, { stores }) =>
  stores.categories.page(owner, query.after);

export const createCategory: Handler<'createCategory'> = ({ owner, body }, { stores }) => {
  const { id, name, color, restore } = body;
  return stores.categories.create(owner, { id: id ?? newId(), name, color }, { restore });
};

export const updateCategory: Handler<'updateCategory'> = ({ owner, id, body }, { stores, now }) =>
  stores.categories.update(owner, id, editOf(body, now()));

/** The category's tasks stay, without a category. */
export const deleteCategory: Handler<'deleteCategory'> = async ({ owner, id }, { stores }) => {
  await stores.categories.delete(owner, id);
};
