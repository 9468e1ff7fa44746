import type { Note } from '@daymark/contract/note';
import * as z from 'zod/mini';
import { createDrafts } from '../../lib/drafts';
import type { Shown } from '../../sync/mutation';
import { useRecordMutations, useRecords } from '../../sync/useSync';
import { toast } from '../../ui/toast';
import { toastDeletion } from '../../ui/deletionToast';

/** A note as the screen shows it, with its queued mutations applied. */
export type ShownNote = Shown<Note>;

/** The fields of a note that a person writes. */
export type NoteDraft = Pick<Note, 'title' | 'content'>;

/** The person's notes, the latest changed first. */
export const useNotes = () => useRecords('notes');

/** The mutations of notes. Each shows on the screen at once, with a toast (product §8). */
export function useNoteMutations() {
  const { create, update, remove, restore, retry, discard, now } = useRecordMutations('notes');
  return {
    create: (id: number, draft: NoteDraft): void => {
      const moment = now().toISOString();
      const said = { title: 'Note created', about: draft.title };
      create({ id, ...draft, attachedTo: null, createdAt: moment, updatedAt: moment }, said);
      toast({ title: said.title });
    },
    /** Sends only the fields that differ from `note`, so that another device's changes to the others stay. */
    update: (note: ShownNote, draft: NoteDraft): void => {
      const changed = {
        ...(draft.title !== note.title && { title: draft.title }),
        ...(draft.content !== note.content && { content: draft.content }),
      };
      const said = { title: 'Note updated', about: draft.title };
      if (Object.keys(changed).length > 0) update(note.id, changed, said);
      toast({ title: said.title });
    },
    /** Deletes a note; the toast offers Undo. */
    remove: (note: ShownNote): void => {
      toastDeletion('note', note, remove(note.id, { title: 'Note deleted', about: note.title }));
    },
    /** Creates a note again that was deleted while it was edited. */
    bringBack: (note: ShownNote): void => {
      const said = { title: 'Note created', about: note.title };
      restore(note, said);
      toast({ title: said.title });
    },
    retry: ({ id }: ShownNote): void => retry(id),
    discard: ({ id }: ShownNote): void => discard(id),
  };
}

/** The draft of the open note dialog; `id` is null for a new note. */
const StoredNoteDraft = z.object({
  id: z.nullable(z.int()),
  title: z.string(),
  content: z.string(),
});
export type StoredNoteDraft = z.infer<typeof StoredNoteDraft>;

/** What was typed in the open dialog. */
export const noteDrafts = createDrafts('note', StoredNoteDraft);
