import * as z from 'zod/mini';
import { Color, createFields, Id, patchOf, Text } from './primitives';

export const CATEGORY_NAME_MAX = 100;

/** Two categories of the same name could not be told apart in a list. */
export const CATEGORY_NAME_TAKEN = 'You already have a category with this name.';

/** What makes two names the same: letter case, and how much space there is, don't count. */
export const categoryNameKey = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();

/** Product §3. */
export const Category = z.object({
  id: Id,
  name: Text(CATEGORY_NAME_MAX).check(z.trim(), z.minLength(1, 'Category name is required')),
  color: Color,
  userId: Id,
});
export type Category = z.infer<typeof Category>;

export const NewCategory = z.object({ ...Category.shape, ...createFields });
export type NewCategory = z.input<typeof NewCategory>;

export const CategoryPatch = patchOf(() => z.pick(Category, { name: true, color: true }));

/**
 * Product §3: created by the client if the account never had a category: the counter in the list's revision is 0. Because of
 * the fixed ids, two tabs that do it at once create four.
 */
export const DEFAULT_CATEGORIES = [
  { id: 1, name: 'Work', color: '#3B82F6' },
  { id: 2, name: 'Personal', color: '#EC4899' },
  { id: 3, name: 'Learning', color: '#EAB308' },
  { id: 4, name: 'Health', color: '#10B981' },
] as const satisfies readonly NewCategory[];
