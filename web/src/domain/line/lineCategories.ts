import { Category } from '@daymark/contract/category';
import { foldText } from '../../lib/text/foldText';
import type { LineCategory } from './taskLine';

/* The category that a line names: "#work", "#Deep work", "#deep-work". */

/** A "#" and the name being typed behind it. */
export interface TypedCategory {
  /** The index of the "#". */
  from: number;
  /** The index behind the last letter of the name. */
  to: number;
  query: string;
}

/** A category that a typed name can mean. `id` is undefined for a category that doesn't exist yet. */
export interface CategoryOption {
  id: number | undefined;
  name: string;
}

/**
 * Returns a name in lower case, with spaces for underscores and hyphens. The name's length is unchanged, so that
 * positions stay the same.
 */
export const plainName = (name: string): string =>
  name.replaceAll(/[\s_-]/g, ' ').replaceAll(/\p{Lu}/gu, (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  });

/** Returns the category name that is being typed at the caret, or undefined if none is. */
export function categoryAt(text: string, caret: number): TypedCategory | undefined {
  const query = /(?<!\S)#([^#]*)$/u.exec(text.slice(0, caret))?.[1];
  if (query === undefined) return undefined;
  const rest = /^[\p{L}\p{N}_-]*/u.exec(text.slice(caret))?.[0] ?? '';
  return { from: caret - query.length - 1, to: caret + rest.length, query };
}

/**
 * Returns the categories that a typed name can mean, those that begin with it first. A name that no category has can be
 * created. Returns nothing for a whole name, so that Enter adds the task, and for a number such as "#12".
 */
export function categoryOptions(
  query: string,
  categories: readonly LineCategory[],
): CategoryOption[] {
  const plain = plainName(query);
  if (categories.some(({ name }) => plainName(name) === plain.trimEnd())) return [];
  const starting = categories.filter(({ name }) => plainName(name).startsWith(plain));
  // Behind a space the title goes on, unless a category's name has the space.
  if (/\s/.test(query)) return starting.map(optionOf);
  const folded = foldText(query);
  const containing = categories.filter(
    (category) => !starting.includes(category) && foldText(category.name).includes(folded),
  );
  const isNew = /^\p{L}/u.test(query) && Category.shape.name.safeParse(query).success;
  return [
    ...[...starting, ...containing].map(optionOf),
    ...(isNew ? [{ id: undefined, name: query }] : []),
  ];
}

const optionOf = ({ id, name }: LineCategory): CategoryOption => ({ id, name });
