import { Trash2 } from 'lucide-react';
import { memo } from 'react';
import { shortDate } from '../../lib/time/dates';
import { IconButton } from '../../ui/controls/IconButton';
import { ConflictButton } from '../../ui/controls/ConflictButton';
import { useConflictOf } from '../../records/conflicts/conflictQueries';
import { SaveErrorMessage } from '../../ui/fields/SaveErrorMessage';
import { MatchedText } from './MatchedText';
import css from './NoteCard.module.css';
import type { LinkTargets } from '../../domain/notes/noteLinks';
import { NotePreview } from './NotePreview';
import type { ShownNote } from '../../domain/shownRecords';

/** A card's actions, which the screen provides. */
export interface NoteCardActions {
  open: (note: ShownNote) => void;
  preload: () => void;
  remove: (note: ShownNote, button: HTMLElement) => void;
  tick: (note: ShownNote, line: number, isDone: boolean) => void;
  retry: (note: ShownNote) => void;
  discard: (note: ShownNote) => void;
}

interface NoteCardProps {
  note: ShownNote;
  words: readonly string[];
  targets: LinkTargets | undefined;
  actions: NoteCardActions;
}

/** One note of the grid: title, content preview, date of the last update (product §2). */
export const NoteCard = memo(function NoteCard({ note, words, targets, actions }: NoteCardProps) {
  const conflict = useConflictOf('notes', note.id);
  return (
    <article className={css.card} data-note={note.id}>
      <h2 dir="auto">
        <button
          type="button"
          onPointerEnter={actions.preload}
          onFocus={actions.preload}
          onClick={() => actions.open(note)}
        >
          <MatchedText text={note.title} words={words} />
        </button>
      </h2>
      <NotePreview
        content={note.content}
        words={words}
        targets={targets}
        onTick={(line, isDone) => actions.tick(note, line, isDone)}
      />
      <footer>
        {note.saveError ? (
          <SaveErrorMessage
            error={note.saveError}
            onRetry={() => actions.retry(note)}
            onDiscard={() => actions.discard(note)}
          />
        ) : (
          <time dateTime={note.updatedAt}>{shortDate(new Date(note.updatedAt))}</time>
        )}
        <ConflictButton id={conflict} />
        <IconButton
          label={`Delete ${note.title}`}
          onClick={(event) => actions.remove(note, event.currentTarget)}
        >
          <Trash2 size={16} aria-hidden="true" />
        </IconButton>
      </footer>
    </article>
  );
});
