import * as z from 'zod/mini';
import { createFields, Id, Instant, Text } from './primitives';

/** The collections whose records can have two versions of a text. */
const CONFLICTING = ['tasks', 'categories', 'events', 'reflections', 'notes'] as const;

/**
 * The version of a text that is not shown, because two devices changed the same part of it. It is kept until the person
 * chooses one of the two.
 */
export const Conflict = z.object({
  id: Id,
  collection: z.enum(CONFLICTING),
  recordId: Id,
  field: z.string().check(z.minLength(1), z.maxLength(40)),
  text: Text(100_000),
  /** When the text was written. */
  writtenAt: Instant,
  /** The browser that found the conflict, as in `FocusTimerState`: one of the two texts was written there. */
  device: z.int().check(z.minimum(0)),
  /** Whether this text was written there. Otherwise the one that is shown was. */
  isFromDevice: z.boolean(),
  userId: Id,
});
export type Conflict = z.infer<typeof Conflict>;

export const NewConflict = z.object({ ...Conflict.shape, ...createFields });
export type NewConflict = z.input<typeof NewConflict>;
