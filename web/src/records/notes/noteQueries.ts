import type { ShownNote } from '../../domain/shownRecords';
import { NoteAttachment } from '@daymark/contract/note';
import * as z from 'zod/mini';
import { createDrafts } from '../../lib/person/drafts';
import { useRecordMutations, useRecords, useSync } from '../../sync/useSync';
import { toastSaved } from '../../ui/toasts/savedToast';
import { deleteWithUndo } from '../changeWithUndo';
import { changedFields, type NoteDraft } from '../../domain/notes/noteDraft';
import { withCheckbox } from '../../domain/notes/noteCheckboxes';
import { textOfLine } from '../../domain/notes/noteText';

/** Returns the person's notes, the most recently changed first. */
export const useNotes = () => useRecords('notes');

/** Returns the mutations of notes, shown at once, with the toasts of product §8. */
export function useNoteMutations() {
  const sync = useSync();
  const { create, update, restore, retry, discard, now } = useRecordMutations('notes');
  return {
    create: (id: number, draft: NoteDraft): void => {
      const moment = now().toISOString();
      const text = { title: 'Note created', about: draft.title };
      create({ id, ...draft, createdAt: moment, updatedAt: moment }, text);
      toastSaved(sync, { title: text.title });
    },
    /**
     * Sends only the fields that differ from `before`, which is what the person saw. So another device's changes to the
     * other fields stay.
     */
    update: (id: number, before: NoteDraft, draft: NoteDraft): void => {
      const changed = changedFields(before, draft);
      const text = { title: 'Note updated', about: draft.title };
      if (Object.keys(changed).length === 0) return;
      update(id, changed, text, before);
      toastSaved(sync, { title: text.title });
    },
    /** Ticks or clears the checkbox on a line of a note. */
    tick: ({ id, content }: ShownNote, line: number, isDone: boolean): void => {
      const ticked = withCheckbox(content, line, isDone);
      const title = isDone ? 'Checkbox ticked' : 'Checkbox cleared';
      if (ticked !== content)
        update(id, { content: ticked }, { title, about: textOfLine(content, line) });
    },
    /** Deletes a note. The toast offers Undo. */
    remove: (note: ShownNote): void => {
      deleteWithUndo(sync, 'note', note, {
        requests: [{ kind: 'delete', collection: 'notes', id: note.id }],
      });
    },
    /** Creates a note again that was deleted while it was edited. `seen` is what the person edited. */
    bringBack: (note: ShownNote, seen: NoteDraft): void => {
      const text = { title: 'Note created', about: note.title };
      restore(note, text, seen);
      toastSaved(sync, { title: text.title });
    },
    retry: ({ id }: ShownNote): void => retry(id),
    discard: ({ id }: ShownNote): void => discard(id),
  };
}

const TypedNote = z.object({
  title: z.string(),
  content: z.string(),
  attachedTo: z.nullable(NoteAttachment),
});

/** The draft of the open note dialog, and the note that it was typed into. `id` is null for a new note. */
const StoredNoteDraft = z.object({
  id: z.nullable(z.int()),
  typed: TypedNote,
  before: TypedNote,
});
export type StoredNoteDraft = z.infer<typeof StoredNoteDraft>;

/** The texts that were typed in the open dialog. */
export const noteDrafts = createDrafts('note', StoredNoteDraft);
