import * as z from 'zod/mini';
import { createFields, Id, Instant, patchOf, Text } from './primitives';

export const NOTE_TITLE_MAX = 200;

/**
 * The task or event that a note is attached to. The attachment stays when the task or event is deleted, so that Undo
 * shows the note there again.
 */
export const NoteAttachment = z.object({
  type: z.enum(['task', 'event']),
  id: Id,
});
export type NoteAttachment = z.infer<typeof NoteAttachment>;

/** A note (product §3). */
export const Note = z.object({
  id: Id,
  title: Text(NOTE_TITLE_MAX, 'Title is required').check(
    z.trim(),
    z.minLength(1, 'Title is required'),
  ),
  content: Text(100_000),
  /** A single field, so that when two devices attach the note, one edit wins as a whole. */
  attachedTo: z._default(z.nullable(NoteAttachment), null),
  createdAt: Instant,
  updatedAt: Instant,
  userId: Id,
});
export type Note = z.infer<typeof Note>;

/** The body of a create. With the two times, Undo and import restore a note exactly. */
export const NewNote = z.object({
  ...Note.shape,
  createdAt: z.optional(z.nullable(Instant)),
  updatedAt: z.optional(z.nullable(Instant)),
  ...createFields,
});
export type NewNote = z.input<typeof NewNote>;

/** The body of an update, which sets `updatedAt`. */
export const NotePatch = patchOf(() =>
  z.extend(z.pick(Note, { title: true, content: true }), {
    attachedTo: z.nullable(NoteAttachment),
  }),
);
export type NotePatch = z.infer<typeof NotePatch>;
