import { newId } from '@daymark/contract/primitives';
import { NotebookPen, Plus } from 'lucide-react';
import { Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { NoteCardActions } from '../features/notes/NoteCard';
import { NoteGrid } from '../features/notes/NoteGrid';
import { NoteGridSkeleton } from '../features/notes/NoteGridSkeleton';
import {
  keptNote,
  useNoteMutations,
  useNotes,
  type NoteDraft,
  type ShownNote,
} from '../features/notes/noteQueries';
import { isMatch, searchWords } from '../features/notes/noteText';
import { useUser } from '../features/session/userContext';
import { loadMarkdown } from '../features/notes/loadMarkdown';
import { lazyPart } from '../lib/lazyPart';
import { paths } from '../lib/paths';
import { preload, preloadLater } from '../lib/preload';
import { DialogBoundary } from '../ui/Boundary';
import { Button } from '../ui/Button';
import { LoadErrorMessage } from '../ui/LoadErrorMessage';
import { EmptyState } from '../ui/EmptyState';
import { PageHeader } from '../ui/PageHeader';
import { PageMeta } from '../ui/PageMeta';
import { SearchField } from '../ui/SearchField';
import { useShortcut } from '../ui/useShortcut';
import css from './NotesPage.module.css';

const loadDialog = () => import('../features/notes/NoteDialog');
const NoteDialog = lazyPart(loadDialog);
const prepare = () => {
  preload(loadDialog);
  preload(loadMarkdown);
};

/** /notes: a grid of cards, New Note, search (product §2). */
export default function NotesPage() {
  const notes = useNotes();
  const changes = useNoteMutations();
  const [query, setQuery] = useQuery();
  const words = searchWords(useDeferredValue(query));
  const { id: userId } = useUser();
  const [opened, setOpened] = useState<{
    id: number;
    note: ShownNote | undefined;
    kept?: NoteDraft;
  }>();
  const [kept, setKept] = useState(() => keptNote.get(userId));
  const [keptAs] = useState(newId);
  const search = useRef<HTMLInputElement>(null);

  const create = () => setOpened({ id: newId(), note: undefined });
  useShortcut('n', create);
  useShortcut('/', () => search.current?.focus());
  useEffect(() => preloadLater(loadDialog, loadMarkdown), []);

  /** Product §5: deleting a note requires a browser confirm. */
  const remove = (note: ShownNote): boolean => {
    if (!window.confirm(`Delete the note “${note.title}”?`)) return false;
    changes.remove(note);
    return true;
  };
  const actions: NoteCardActions = {
    open: (note) => setOpened({ id: note.id, note }),
    prepare,
    remove: (note, button) => {
      const item = button.closest('li');
      const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
      if (!remove(note)) return;
      (neighbour?.querySelector('button') ?? document.getElementById('main'))?.focus();
    },
    retry: changes.retry,
    discard: changes.discard,
  };

  // What was being written when the page was left is open again; its note may have been deleted meanwhile.
  if (kept && notes.data) {
    const { id: noteId, ...draft } = kept;
    const note = notes.data.find(({ id }) => id === noteId);
    setKept(undefined);
    setOpened({ id: note?.id ?? keptAs, note, kept: draft });
  }
  const close = () => {
    keptNote.set(userId, undefined);
    setOpened(undefined);
  };

  const all = notes.data ?? [];
  const found = words.length === 0 ? all : all.filter((note) => isMatch(note, words));
  return (
    <>
      <PageMeta title="Notes" description="What you wrote down." path={paths.notes} />
      <PageHeader
        title="Notes"
        // Its line and the search are there from the start, or the grid would move as it comes.
        subtitle={all.length > 0 ? countText(all.length, found.length) : '\u00a0'}
        actions={
          <Button
            variant="contained"
            title="New note (N)"
            onPointerEnter={prepare}
            onFocus={prepare}
            onClick={create}
          >
            <Plus size={18} aria-hidden="true" />
            New Note
          </Button>
        }
      />
      {(notes.isPending || all.length > 0 || query !== '') && (
        <div className={css.search}>
          <SearchField
            ref={search}
            label="Search notes"
            placeholder="Search title and text"
            title="Search (/)"
            value={query}
            onChange={setQuery}
          />
        </div>
      )}
      {notes.isPending ? (
        <NoteGridSkeleton />
      ) : notes.error ? (
        <LoadErrorMessage
          title="Your notes couldn’t be loaded"
          error={notes.error}
          onRetry={notes.refetch}
        />
      ) : all.length === 0 ? (
        <EmptyState
          icon={<NotebookPen size={28} aria-hidden="true" />}
          title="No notes yet..."
          action={
            <Button variant="outlined" onClick={create}>
              Write a note
            </Button>
          }
        >
          Ideas, lists, minutes: whatever you would rather not keep in your head.
        </EmptyState>
      ) : found.length === 0 ? (
        <EmptyState
          title="No notes match"
          action={
            <Button variant="outlined" onClick={() => setQuery('')}>
              Clear search
            </Button>
          }
        >
          Nothing has every word of “{query}” in its title or text.
        </EmptyState>
      ) : (
        <NoteGrid notes={found} words={words} actions={actions} />
      )}
      {opened && (
        <DialogBoundary resetKey={opened}>
          <Suspense>
            <NoteDialog
              key={opened.id}
              note={opened.note}
              kept={opened.kept}
              onType={(typed) =>
                keptNote.set(userId, typed && { id: opened.note?.id ?? null, ...typed })
              }
              onClose={close}
              onDelete={() => {
                if (opened.note && remove(opened.note)) close();
              }}
              onSave={(draft) => {
                close();
                if (opened.note) changes.update(opened.note, draft);
                else changes.create(opened.id, draft);
              }}
            />
          </Suspense>
        </DialogBoundary>
      )}
    </>
  );
}

function countText(all: number, found: number): string {
  const noun = all === 1 ? 'note' : 'notes';
  return found === all ? `${all} ${noun}` : `${found} of ${all} ${noun}`;
}

/** The search lives in the address, so that a reload keeps it; the field itself must not wait for the router. */
function useQuery() {
  const [search, setSearch] = useSearchParams();
  const [query, setTyped] = useState(search.get('q') ?? '');
  const setQuery = (value: string) => {
    setTyped(value);
    setSearch(value === '' ? {} : { q: value }, { replace: true });
  };
  return [query, setQuery] as const;
}
