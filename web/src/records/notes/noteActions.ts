import { Pencil, Trash2 } from 'lucide-react';
import type { NavigateFunction } from 'react-router-dom';
import { paths, type OpenState } from '../../lib/paths';
import type { RecordAction } from '../action';
import type { ShownNote } from '../../domain/shownRecords';

interface Removal {
  /** Deletes a note. Afterwards a neighbor of `from` gets the focus. */
  remove: (note: ShownNote, from?: HTMLElement) => void;
}

export const removeNote: RecordAction<ShownNote, Removal> = {
  label: 'Delete…',
  Icon: Trash2,
  // Deleting a note asks with the browser's own confirm (product §5).
  run: (note, { remove }, from) => {
    if (window.confirm(`Delete the note “${note.title}”?`)) remove(note, from);
  },
};

/** The actions of a note. In the palette, Enter runs the first action. */
export const noteActions: readonly RecordAction<
  ShownNote,
  Removal & { navigate: NavigateFunction }
>[] = [
  {
    label: 'Open',
    Icon: Pencil,
    run: ({ id }, { navigate }) =>
      void navigate(paths.notes, { state: { opens: id } satisfies OpenState }),
  },
  removeNote,
];
