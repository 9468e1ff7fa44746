import { CATEGORY_NAME_TAKEN, categoryNameKey, type Category } from '@daymark/contract/category';
import { editOf } from '@daymark/contract/laterEdits';
import { newId } from '@daymark/contract/primitives';
import type { Handler } from '../handler';
import { alreadyDeleted, Failure, notFound } from '../http/failure';

/** Lists categories by ascending id, so the four default categories come first. */
export const listCategories: Handler<'listCategories'> = ({ owner, query }, { stores }) =>
  stores.categories.page(owner, query.after);

/** Creates a category. @throws Failure 409 if another category has the name */
export const createCategory: Handler<'createCategory'> = async (
  { owner, body, mutation },
  { stores },
) => {
  const { name, color, restore, restoredAt } = body;
  const category = { id: body.id ?? newId(), name, color };
  let saved: Omit<Category, 'userId'> | undefined = category;
  const { isRepeated, ...outcome } = await stores.categories.updateUnderLock(
    owner,
    category.id,
    { alternatives: [sameName(name)], created: category, restore, restoredAt, mutation },
    (existing, others) => {
      saved = existing ?? category;
      if (existing) return { records: [] };
      if (others.length > 0) throw new Failure(409, CATEGORY_NAME_TAKEN);
      return { records: [category] };
    },
  );
  if (isRepeated) saved = await stores.categories.get(owner, category.id);
  if (!saved) throw alreadyDeleted();
  return { ...outcome, record: { ...saved, userId: owner.userId } };
};

/** Updates a category. @throws Failure 409 if another category has the new name */
export const updateCategory: Handler<'updateCategory'> = async (
  { owner, id, body, mutation },
  { stores, now },
) => {
  const edit = editOf(body, now());
  const { name } = edit.fields;
  if (name === undefined) return stores.categories.update(owner, id, edit, mutation);
  let saved: Category | undefined;
  const { isRepeated, ...outcome } = await stores.categories.updateUnderLock(
    owner,
    id,
    { alternatives: [sameName(name)], edit, mutation },
    (current, others, winning) => {
      if (!current) throw notFound();
      saved = { ...current, ...winning };
      if (Object.keys(winning).length === 0) return { records: [] };
      if (winning.name !== undefined && others.length > 0)
        throw new Failure(409, CATEGORY_NAME_TAKEN);
      return { records: [saved] };
    },
  );
  if (isRepeated) saved = await stores.categories.get(owner, id);
  if (!saved) throw notFound();
  return { ...outcome, record: saved };
};

/** Deletes a category. The category's tasks stay, without a category. */
export const deleteCategory: Handler<'deleteCategory'> = (
  { owner, id, query, mutation },
  { stores },
) => stores.categories.delete(owner, id, { ...query, mutation });

const sameName = (name: string) => [['nameKey', '==', categoryNameKey(name)]] as const;
