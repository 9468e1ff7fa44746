import type { Note, NoteAttachment } from '@daymark/contract/note';

/** The fields of a note that a person writes. */
export type NoteDraft = Pick<Note, 'title' | 'content' | 'attachedTo'>;

/** Returns the fields of a draft that differ from `before`. */
export const changedFields = (before: NoteDraft, draft: NoteDraft): Partial<NoteDraft> => ({
  ...(draft.title !== before.title && { title: draft.title }),
  ...(draft.content !== before.content && { content: draft.content }),
  ...(!isSameAttachment(draft.attachedTo, before.attachedTo) && { attachedTo: draft.attachedTo }),
});

/** Whether both name the same record, or both are null. */
const isSameAttachment = (one: NoteAttachment | null, other: NoteAttachment | null): boolean =>
  one?.type === other?.type && one?.id === other?.id;
