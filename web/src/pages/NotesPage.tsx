import { countText, numberText } from '../lib/text/numbers';
import type { NoteAttachment } from '@daymark/contract/note';
import { newId } from '@daymark/contract/primitives';
import { NotebookPen, Plus } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { NoteCardActions } from '../features/notes/NoteCard';
import { NoteGrid } from '../features/notes/NoteGrid';
import { NoteGridSkeleton } from '../features/notes/NoteGridSkeleton';
import {
  OpenNote,
  preloadNoteDialog,
  RestoredNote,
  type OpenedNote,
} from '../features/notes/dialog/OpenNote';
import { noteDrafts, useNoteMutations, useNotes } from '../records/notes/noteQueries';
import { useLinkTargets } from '../records/notes/useNoteLinks';
import { foldedNote, isMatch, searchWords } from '../domain/notes/noteText';
import { useUser } from '../features/session/userContext';
import { paths } from '../lib/paths';
import { preloadLater } from '../lib/browser/preload';
import { ariaShortcut, shortcutText } from '../lib/shortcuts';
import { Button } from '../ui/controls/Button';
import { LoadErrorMessage } from '../ui/states/LoadErrorMessage';
import { EmptyState } from '../ui/states/EmptyState';
import { PageHeader } from '../ui/layout/PageHeader';
import { PageMeta } from '../ui/layout/PageMeta';
import { SearchField } from '../ui/fields/SearchField';
import { useLinkState } from '../ui/hooks/useOpenedByLink';
import { useShortcuts } from '../ui/keys/useShortcuts';
import css from './NotesPage.module.css';
import type { ShownNote } from '../domain/shownRecords';

/** /notes: a grid of cards, New Note, search (product §2). */
export default function NotesPage() {
  const notes = useNotes();
  const mutations = useNoteMutations();
  const targets = useLinkTargets();
  const { inHeldOrder, hold } = useHeldOrder();
  const [query, setQuery] = useSearchQuery();
  const words = searchWords(useDeferredValue(query));
  const { id: userId } = useUser();
  const [opened, setOpened] = useState<OpenedNote>();
  const [stored, setStored] = useState(() => noteDrafts.get(userId));
  const search = useRef<HTMLInputElement>(null);

  const create = (attachedTo?: NoteAttachment) =>
    setOpened({ id: newId(), note: undefined, attachedTo });
  useShortcuts({ addNote: () => create(), searchNotes: () => search.current?.focus() });
  useLinkState(({ adds, attachTo, opens }) => {
    const note = notes.data?.find(({ id }) => id === opens);
    if (note) setOpened({ id: note.id, note });
    else if (adds) create(attachTo);
  }, !notes.isPending);
  useEffect(() => preloadLater(preloadNoteDialog), []);

  const tick = (note: ShownNote, line: number, isDone: boolean) => {
    hold(note);
    mutations.tick(note, line, isDone);
  };
  const actions: NoteCardActions = {
    open: (note) => setOpened({ id: note.id, note }),
    preload: preloadNoteDialog,
    remove: (note, button) => {
      const item = button?.closest('li');
      const neighbor = item?.nextElementSibling ?? item?.previousElementSibling;
      mutations.remove(note);
      (neighbor?.querySelector('button') ?? document.getElementById('main'))?.focus();
    },
    tick,
    retry: mutations.retry,
    discard: mutations.discard,
  };

  const handlers = {
    onTick: tick,
    onClose: () => {
      setStored(undefined);
      setOpened(undefined);
    },
  };

  const all = inHeldOrder(notes.data ?? []);
  const isSearching = words.length > 0;
  // Each note is folded once, because every key press searches all notes.
  const folded = useMemo(
    () => new Map(isSearching ? notes.data?.map((note) => [note.id, foldedNote(note)]) : []),
    [isSearching, notes.data],
  );
  const found = isSearching ? all.filter(({ id }) => isMatch(folded.get(id) ?? '', words)) : all;
  return (
    <>
      <PageMeta title="Notes" description="Your notes." path={paths.notes} />
      <PageHeader
        title="Notes"
        // A space while there is no count, so that the grid doesn't move when the count appears.
        subtitle={all.length > 0 ? notesText(all.length, found.length) : '\u00a0'}
        actions={
          <Button
            variant="contained"
            title={`New note (${shortcutText('addNote')})`}
            aria-keyshortcuts={ariaShortcut('addNote')}
            onPointerEnter={preloadNoteDialog}
            onFocus={preloadNoteDialog}
            onClick={() => create()}
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
            title={`Search (${shortcutText('searchNotes')})`}
            aria-keyshortcuts={ariaShortcut('searchNotes')}
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
            <Button variant="outlined" onClick={() => create()}>
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
          No note contains “{query}”.
        </EmptyState>
      ) : (
        <NoteGrid notes={found} words={words} targets={targets} actions={actions} />
      )}
      {stored && notes.data ? (
        <RestoredNote stored={stored} notes={notes.data} {...handlers} />
      ) : (
        opened && <OpenNote opened={opened} {...handlers} />
      )}
    </>
  );
}

function notesText(all: number, found: number): string {
  const notes = countText(all, 'note');
  return found === all ? notes : `${numberText(found)} of ${notes}`;
}

/** Keeps the cards with new ticks where they are until the screen is left, so that the next checkbox doesn't move. */
function useHeldOrder() {
  const [held, setHeld] = useState<ReadonlyMap<number, string>>(new Map());
  const sortTime = ({ id, updatedAt }: ShownNote) => held.get(id) ?? updatedAt;
  return {
    hold: ({ id, updatedAt }: ShownNote) =>
      setHeld((before) => (before.has(id) ? before : new Map(before).set(id, updatedAt))),
    inHeldOrder: (notes: readonly ShownNote[]): readonly ShownNote[] =>
      held.size === 0
        ? notes
        : notes.toSorted((a, b) => Date.parse(sortTime(b)) - Date.parse(sortTime(a))),
  };
}

/** Keeps the query in the address for a reload. The field has its own state, because the router updates later. */
function useSearchQuery() {
  const [search, setSearch] = useSearchParams();
  const [query, setOwnQuery] = useState(search.get('q') ?? '');
  const setQuery = (value: string) => {
    setOwnQuery(value);
    setSearch(value === '' ? {} : { q: value }, { replace: true });
  };
  return [query, setQuery] as const;
}
