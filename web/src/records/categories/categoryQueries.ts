import type { ShownCategory } from '../../domain/shownRecords';
import { categoryNameKey, DEFAULT_CATEGORIES, type Category } from '@daymark/contract/category';
import type { Undo } from '../../sync/history';
import type { Mutation } from '../../domain/mutation';
import type { Sync } from '../../sync/createSync';
import { useRecordMutations, useRecords, useSync } from '../../sync/useSync';
import { newCategory } from '../../domain/tasks/newCategory';

/** The fields of a category that a person writes. */
export type CategoryFields = Pick<Category, 'name' | 'color'>;

type NewCategoryFields = Pick<CategoryFields, 'name'> & Partial<CategoryFields>;

/** Returns the query of the person's categories. */
export const useCategories = () => useRecords('categories');

/** Returns the mutations of categories. Each mutation is shown at once. */
export function useCategoryMutations() {
  const { create, update, retry, discard, now } = useRecordMutations('categories');
  const { update: updateTask } = useRecordMutations('tasks');
  const { data: categories = [] } = useCategories();
  const sync = useSync();
  return {
    /**
     * Creates a category and returns its id. Without a color, the category gets one that no other category has, if any
     * is left.
     */
    create: ({ name, ...fields }: NewCategoryFields): number => {
      const category = { ...newCategory(name, categories, now()), ...fields };
      create(category, { title: 'Category added', about: name });
      return category.id;
    },
    /**
     * Sends only the fields that differ from `before`, which is what the person saw. So another device's changes to the
     * other fields stay.
     */
    update: (id: number, before: CategoryFields, { name, color }: CategoryFields): void => {
      const changed = {
        ...(name !== before.name && { name }),
        ...(color !== before.color && { color }),
      };
      if (Object.keys(changed).length > 0)
        update(id, changed, { title: 'Category edited', about: name }, before);
    },
    /**
     * Deletes a category. The server removes the category from its tasks. Returns a function that restores the category
     * and puts the tasks in `taskIds` back into it.
     */
    remove: (category: ShownCategory, taskIds: readonly number[]): Undo =>
      sync.change(
        { title: 'Category deleted', about: category.name },
        [{ kind: 'delete', collection: 'categories', id: category.id }],
        [
          { kind: 'create', collection: 'categories', record: category, restore: true },
          ...taskIds.map((id) => ({
            kind: 'update' as const,
            collection: 'tasks' as const,
            id,
            fields: { categoryId: category.id },
          })),
        ],
      ),
    retry: ({ id }: ShownCategory): void => retry(id),
    /**
     * Discards a category's rejected mutations. If the category's creation was rejected, the category disappears, and
     * its tasks move to the other category with the same name, or to none.
     */
    discard: ({ id, name }: ShownCategory): void => {
      discard(id);
      if (sync.records('categories').data?.some((other) => other.id === id)) return;
      const same = categories.find(
        (other) => other.id !== id && categoryNameKey(other.name) === categoryNameKey(name),
      );
      for (const task of sync.records('tasks').data ?? [])
        if (task.categoryId === id) updateTask(task.id, { categoryId: same?.id ?? null });
    },
  };
}

/**
 * Creates the default categories (product §3) if the account never had any. The ids of these categories are fixed. Two
 * devices that both create the categories therefore make only four in all.
 */
export function seedCategories(sync: Sync): void {
  if (sync.records('categories').data?.length !== 0 || !sync.isUnwritten('categories')) return;
  for (const category of DEFAULT_CATEGORIES)
    sync.mutate({
      kind: 'create',
      collection: 'categories',
      record: { ...category, userId: sync.userId } as Category,
    });
}

/**
 * Whether a mutation creates a default category. If such a mutation comes too late, because the category has been
 * deleted since, the person isn't told. Nobody typed the category, so nothing is lost.
 */
export const isSeeding = ({ collection, kind, recordId, restore }: Mutation): boolean =>
  collection === 'categories' &&
  kind === 'create' &&
  !restore &&
  DEFAULT_CATEGORIES.some(({ id }) => id === recordId);
