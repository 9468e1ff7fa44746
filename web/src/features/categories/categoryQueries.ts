import { DEFAULT_CATEGORIES, type Category } from '@daymark/contract/category';
import type { Shown } from '../../sync/mutation';
import type { Sync } from '../../sync/createSync';
import { useRecordMutations, useRecords } from '../../sync/useSync';
import { unusedColor } from './categoryColors';

/** A category as the screen shows it, with the changes that wait. */
export type ShownCategory = Shown<Category>;

/** What a person says of a category. */
export type CategoryFields = Pick<Category, 'name' | 'color'>;

type NewCategoryFields = Pick<CategoryFields, 'name'> & Partial<CategoryFields>;

/** The person's categories. */
export const useCategories = () => useRecords('categories');

/** Everything that can be done to categories; each is on the screen at once. */
export function useCategoryMutations() {
  const { create, update, remove, restore, retry, discard, now } = useRecordMutations('categories');
  const { update: updateTask } = useRecordMutations('tasks');
  const { data: categories = [] } = useCategories();
  return {
    /** Makes a category, in a colour that no other has where none is chosen, and says its id. */
    create: ({ name, color = unusedColor(categories) }: NewCategoryFields): number => {
      const id = idInOrder(now());
      create({ id, name, color });
      return id;
    },
    /** Sends only what is different: what another device changed beside it stays. */
    update: (category: ShownCategory, { name, color }: CategoryFields): void => {
      const changed = {
        ...(name !== category.name && { name }),
        ...(color !== category.color && { color }),
      };
      if (Object.keys(changed).length > 0) update(category.id, changed);
    },
    /** Deletes a category; the server takes it off its tasks. Answers the way back, with those tasks in it. */
    remove: (category: ShownCategory, taskIds: readonly number[]): (() => void) => {
      remove(category.id);
      return () => {
        restore(category);
        for (const id of taskIds) updateTask(id, { categoryId: category.id });
      };
    },
    retry: ({ id }: ShownCategory): void => retry(id),
    discard: ({ id }: ShownCategory): void => discard(id),
  };
}

const CHANCE = 2 ** 20;

/** Categories are listed by id, and one made later belongs at the end: the second it was made in, then chance. */
function idInOrder(now: Date): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return Math.floor(now.getTime() / 1000) * CHANCE + (random % CHANCE);
}

/** Makes the defaults of product §3 where no categories exist; their fixed ids make that repeatable. */
export function seedCategories(sync: Sync): void {
  if (sync.records('categories').data?.length !== 0) return;
  for (const category of DEFAULT_CATEGORIES)
    sync.act({
      kind: 'create',
      collection: 'categories',
      record: { ...category, userId: sync.userId } as Category,
      // They may have been deleted before, all of them.
      restore: true,
    });
}
