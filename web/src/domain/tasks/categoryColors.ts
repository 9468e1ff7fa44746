import { DEFAULT_CATEGORIES } from '@daymark/contract/category';

const [WORK, PERSONAL, LEARNING, HEALTH] = DEFAULT_CATEGORIES;

/** The colors offered for a category, those of the default categories first. */
export const CATEGORY_COLORS = [
  { value: WORK.color, name: 'Blue' },
  { value: PERSONAL.color, name: 'Pink' },
  { value: LEARNING.color, name: 'Yellow' },
  { value: HEALTH.color, name: 'Green' },
  { value: '#8B5CF6', name: 'Purple' },
  { value: '#F97316', name: 'Orange' },
  { value: '#14B8A6', name: 'Teal' },
  { value: '#EF4444', name: 'Red' },
  { value: '#64748B', name: 'Gray' },
] as const;

/** Returns the first color that no category has yet, or the first color if all are used. */
export function unusedColor(categories: readonly { color: string }[]): string {
  const used = new Set(categories.map(({ color }) => color.toUpperCase()));
  const unused = CATEGORY_COLORS.find(({ value }) => !used.has(value)) ?? CATEGORY_COLORS[0];
  return unused.value;
}
