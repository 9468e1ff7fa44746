import { DEFAULT_CATEGORIES, type Category } from '@daymark/contract/category';
import type { Sync } from '../../sync/createSync';
import { useRecords } from '../../sync/useSync';

/** The person's categories. */
export const useCategories = () => useRecords('categories');

/** Makes the defaults of spec §3 where no categories exist; their fixed ids make that repeatable. */
export function seedCategories(sync: Sync): void {
  const { data: categories } = sync.records('categories');
  if (!categories || !isSeeding(categories)) return;
  const missing = DEFAULT_CATEGORIES.filter(({ id }) => categories.every((one) => one.id !== id));
  // The first one last: as long as it is missing, a seeding that was cut off goes on.
  for (const category of [...missing.slice(1), ...missing.slice(0, 1)])
    sync.act({
      kind: 'create',
      collection: 'categories',
      record: { ...category, userId: sync.userId } as Category,
      // They may have been deleted before, all of them.
      restore: true,
    });
}

/** Whether there are no categories, or only what a seeding left behind that was cut off. */
function isSeeding(categories: readonly Category[]): boolean {
  const [first, ...others] = DEFAULT_CATEGORIES.map(({ id }): number => id);
  return categories.every(({ id }) => id !== first && others.includes(id));
}
