import * as z from 'zod/mini';
import { Color, createFields, Id, patchOf, Text } from './primitives';

export const CATEGORY_NAME_MAX = 100;

/** The message for a name that is already in use. Two categories with the same name can't be told apart in a list. */
export const CATEGORY_NAME_TAKEN = 'You already have a category with this name.';

/** Returns the key by which category names are compared. Letter case and the amount of whitespace don't count. */
export const categoryNameKey = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();

/** A category (product §3). */
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
 * The categories that the client creates if the account never had a category (product §3). In such an account, the
 * counter in the list's revision is 0. The ids are fixed, so that two tabs that create the categories at the same time
 * still create only four.
 */
export const DEFAULT_CATEGORIES = [
  { id: 1, name: 'Work', color: '#3B82F6' },
  { id: 2, name: 'Personal', color: '#EC4899' },
  { id: 3, name: 'Learning', color: '#EAB308' },
  { id: 4, name: 'Health', color: '#10B981' },
] as const satisfies readonly NewCategory[];
