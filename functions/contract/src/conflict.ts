import * as z from 'zod/mini';
import { createFields, Id, Instant, Text } from './primitives';

/** The collections whose records can have two versions of a text. */
const CONFLICTING = ['tasks', 'categories', 'events', 'reflections', 'notes'] as const;

/**
 * A version of a text that is kept but not shown, because two devices changed the same part of the text. It is kept
 * until the person chooses one of the two.
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
   * The browser that found the conflict, identified as in `FocusTimerState`. One of the two texts was written there.
   */
  device: z.int().check(z.minimum(0)),
  /** Whether this text was written in that browser. If not, the shown text was. */
  isFromDevice: z.boolean(),
  userId: Id,
});
export type Conflict = z.infer<typeof Conflict>;

export const NewConflict = z.object({ ...Conflict.shape, ...createFields });
export type NewConflict = z.input<typeof NewConflict>;
