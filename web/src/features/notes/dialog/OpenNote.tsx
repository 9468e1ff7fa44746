import type { NoteAttachment } from '@daymark/contract/note';
import { newId } from '@daymark/contract/primitives';
import { useState } from 'react';
import { removeNote } from '../../../records/notes/noteActions';
import { useSync } from '../../../sync/useSync';
import { lazyComponent } from '../../../ui/lazyComponent';
import { LazyMarkdownText } from '../LazyMarkdownText';
import {
  noteDrafts,
  useNoteMutations,
  useNotes,
  type StoredNoteDraft,
} from '../../../records/notes/noteQueries';
import type { ShownNote } from '../../../domain/shownRecords';

const NoteDialog = lazyComponent(() => import('./NoteDialog'));

/** Loads the code of the note dialog and of its preview. */
export function preloadNoteDialog(): void {
  NoteDialog.preload();
  LazyMarkdownText.preload();
}

/** The note in the dialog: an existing note, or a new one with the id that it will get. */
export interface OpenedNote {
  id: number;
  note: ShownNote | undefined;
  /** The record that a new note is attached to. */
  attachedTo?: NoteAttachment | undefined;
}

interface NoteHandlers {
  /** Ticks or unticks a checkbox. */
  onTick: (note: ShownNote, line: number, isDone: boolean) => void;
  onClose: () => void;
}

interface OpenNoteProps extends NoteHandlers {
  opened: OpenedNote;
  draft?: Pick<StoredNoteDraft, 'typed' | 'before'>;
}

/** The dialog of a note. Typed text is stored as a draft in this browser until the dialog is closed. */
export function OpenNote({
  opened: { id, note, attachedTo },
  draft,
  onTick,
  onClose,
}: OpenNoteProps) {
  const { userId } = useSync();
  const { create, update, remove, bringBack } = useNoteMutations();
  const { data: notes } = useNotes();
  const current = note && notes?.find((other) => other.id === note.id);
  const isDeleted = note !== undefined && notes !== undefined && !current;
  const close = () => {
    noteDrafts.set(userId, undefined);
    onClose();
  };
  return (
    <NoteDialog
      key={id}
      note={note}
      currentContent={current?.content}
      attachedTo={attachedTo}
      onTick={current && ((line, isDone) => onTick(current, line, isDone))}
      isDeleted={isDeleted}
      draft={draft}
      onType={(typed) => noteDrafts.set(userId, typed && { id: note?.id ?? null, ...typed })}
      onClose={close}
      onDelete={() => {
        if (!note) return;
        const removeAndClose = () => {
          remove(note);
          close();
        };
        removeNote.run(note, { remove: removeAndClose });
      }}
      onSave={(saved, before) => {
        close();
        if (note && isDeleted) bringBack({ ...note, ...saved }, before);
        else if (note) update(note.id, before, saved);
        else create(id, saved);
      }}
    />
  );
}

interface RestoredNoteProps extends NoteHandlers {
  stored: StoredNoteDraft;
  notes: readonly ShownNote[];
}

/** The dialog of a stored draft. If its note has been deleted, saving creates a new note. */
export function RestoredNote({ stored, notes, ...handlers }: RestoredNoteProps) {
  // Found only once: a change from another device must not replace the note that the draft is compared with.
  const [opened] = useState((): OpenedNote => {
    const note = notes.find(({ id }) => id === stored.id);
    return { id: note?.id ?? newId(), note };
  });
  return <OpenNote opened={opened} draft={stored} {...handlers} />;
}
