import type { CollectionName } from '@daymark/contract/changes';
import { textFields } from '@daymark/contract/texts';
import { mergeTexts } from './mergeTexts';
import type { Mutation } from '../../domain/mutation';

/** Single-line fields, in which two texts are joined with a slash. */
const ONE_LINE = ['title', 'name'];

/** Joins two texts in this order, with a slash or an empty line between them. */
export const bothTexts = (field: string, first: string, second: string): string =>
  ONE_LINE.includes(field) ? `${first} / ${second}` : `${first.trimEnd()}\n\n${second.trim()}\n`;

/**
 * Returns the fields of a record after several edits, which are given oldest first. If an edit was based on another
 * version of a text, for example in a dialog that stayed open, its text is merged with the current text. If both texts
 * changed the same words, they are joined.
 */
export function fieldsAfter(
  collection: CollectionName,
  before: Mutation['fields'],
  edits: readonly Pick<Mutation, 'fields' | 'base'>[],
): Mutation['fields'] {
  const after = { ...before };
  for (const { fields, base = {} } of edits)
    for (const [field, value] of Object.entries(fields)) {
      const isText = textFields[collection].includes(field) && field in after && field in base;
      after[field] = isText ? merged(field, base[field], value, after[field]) : value;
    }
  return after;
}

function merged(field: string, ...[base, mine, theirs]: [unknown, unknown, unknown]): unknown {
  const texts = [base, mine, theirs].map((text) => (typeof text === 'string' ? text : ''));
  const [seen = '', own = '', other = ''] = texts;
  if (seen === other) return mine;
  return mergeTexts(seen, own, other) ?? bothTexts(field, other, own);
}
