import type { Category } from '@daymark/contract/category';
import { unusedColor } from './categoryColors';

/** A category to create. */
export type CategoryDraft = Pick<Category, 'id' | 'name' | 'color'>;

/** Returns a new category with a color that no other category has, if any is left. */
export const newCategory = (
  name: string,
  categories: readonly Pick<Category, 'color'>[],
  now: Date,
): CategoryDraft => ({ id: idInOrder(now), name, color: unusedColor(categories) });

const RANDOM_RANGE = 2 ** 20;

/**
 * Returns an id that sorts after earlier ones, because categories are listed by id. The id consists of the current
 * second and random bits.
 */
function idInOrder(now: Date): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return Math.floor(now.getTime() / 1000) * RANDOM_RANGE + (random % RANDOM_RANGE);
}
