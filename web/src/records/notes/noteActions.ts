import { Pencil, Trash2 } from 'lucide-react';
import { offered, type OfferedAction, type RecordAction } from '../action';
import type { ShownNote } from '../../domain/shownRecords';

interface NoteContext {
  open: (note: ShownNote) => void;
  remove: (note: ShownNote) => void;
}

const open: RecordAction<ShownNote, Pick<NoteContext, 'open'>> = {
  label: 'Open',
  Icon: Pencil,
  run: (note, context) => context.open(note),
};

const remove: RecordAction<ShownNote, Pick<NoteContext, 'remove'>> = {
  label: 'Delete…',
  Icon: Trash2,
  // Product §5: deleting a note requires a browser confirm.
  run: (note, context) => {
    if (window.confirm(`Delete the note “${note.title}”?`)) context.remove(note);
  },
};

/** What its card and its dialog do to a note. */
export const noteActions = { open, remove };

/** Returns what the palette offers for a note, first what Enter does. */
export const offeredNoteActions = (note: ShownNote, context: NoteContext): OfferedAction[] =>
  offered<ShownNote, NoteContext>([open, remove], note, context);
