import { Pencil, Trash2 } from 'lucide-react';
import type { NavigateFunction } from 'react-router-dom';
import { paths, type OpenState } from '../../lib/paths';
import type { RecordAction } from '../action';
import type { ShownNote } from '../../domain/shownRecords';

interface Removal {
  /** A neighbor of `from` gets the focus then. */
  remove: (note: ShownNote, from?: HTMLElement) => void;
}

export const removeNote: RecordAction<ShownNote, Removal> = {
  label: 'Delete…',
  Icon: Trash2,
  // Product §5: deleting a note requires a browser confirm.
  run: (note, { remove }, from) => {
    if (window.confirm(`Delete the note “${note.title}”?`)) remove(note, from);
  },
};

/** The actions of a note. In the palette, Enter does the first one. */
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
