import type { CollectionName } from './changes';
import { idOfText } from './primitives';

/**
 * The fields of each collection that hold text typed by the person. Time alone never decides between two versions of a
 * text. An edit names the version that it was based on (`Base`), and two edits of the same version are merged or both
 * kept.
 */
export const textFields: Readonly<Record<CollectionName, readonly string[]>> = {
  tasks: ['title'],
  categories: ['name'],
  events: ['title'],
  settings: [],
  reflections: ['accomplishments', 'challenges', 'tomorrowFocus'],
  notes: ['title', 'content'],
  focusSessions: [],
  conflicts: [],
};

/** Returns the version of a text: a number computed from it. A text that was never written counts as an empty text. */
export const textVersion = (text: unknown): number =>
  idOfText(typeof text === 'string' ? text : '');

/** Returns the version of all texts of a record together. */
export function textsVersion(collection: CollectionName, record: object): number {
  const texts = textFields[collection].map((field) => String(Reflect.get(record, field) ?? ''));
  return idOfText(JSON.stringify(texts));
}
