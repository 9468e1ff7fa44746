import type { CollectionName } from './changes';
import { idOfText } from './primitives';

/**
 * The fields of each collection whose texts have versions (`textVersion`). An edit of such a text can name the version
 * that it is based on (`Base`). If two devices edit the same version, their edits are merged or both texts are kept.
 */
export const textFields: Readonly<Record<CollectionName, readonly string[]>> = {
  goals: ['title'],
  tasks: ['title'],
  categories: ['name'],
  events: ['title'],
  settings: [],
  reflections: ['accomplishments', 'challenges', 'tomorrowFocus'],
  dayPlans: [],
  weekReviews: ['done', 'slipped', 'nextWeek'],
  notes: ['title', 'content'],
  focusSessions: ['note'],
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
