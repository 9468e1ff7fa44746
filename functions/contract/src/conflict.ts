import * as z from 'zod/mini';
import { createFields, Id, Instant, Text } from './primitives';

/** The collections whose records can have two versions of a text. */
const CONFLICTING = [
  'goals',
  'tasks',
  'categories',
  'events',
  'reflections',
  'weekReviews',
  'notes',
  'focusSessions',
] as const;

/**
 * A version of a text that is kept but not shown, because two devices changed the same part of the text. The hidden
 * version is kept until the person chooses between it and the shown text.
 */
export const Conflict = z.object({
  id: Id,
  collection: z.enum(CONFLICTING),
  recordId: Id,
  field: z.string().check(z.minLength(1), z.maxLength(40)),
  text: Text(100_000),
  /** When this text was written. */
  writtenAt: Instant,
  /**
   * The browser that found the conflict, identified as in `FocusTimerState`. Either this text or the shown text was
   * written in that browser.
   */
  device: z.int().check(z.minimum(0)),
  /** Whether this text was written in the browser `device`. If not, the shown text was written in that browser. */
  isFromDevice: z.boolean(),
  userId: Id,
});
export type Conflict = z.infer<typeof Conflict>;

export const NewConflict = z.object({ ...Conflict.shape, ...createFields });
export type NewConflict = z.input<typeof NewConflict>;
