import type { Conflict } from '@daymark/contract/conflict';
import type { FocusSession } from '@daymark/contract/focusSession';
import { dayOfId } from '@daymark/contract/primitives';
import { useEffect } from 'react';
import { longDate, shortDate, startOfDay, timeText } from '../../lib/time/dates';
import { deviceNumber } from '../../lib/browser/deviceNumber';
import { openConflict } from '../../lib/openConflict';
import { sessionName } from '../../domain/focus/focusDay';
import { Button } from '../../ui/controls/Button';
import { Dialog } from '../../ui/dialogs/Dialog';
import css from './ConflictDialog.module.css';
import {
  bothTextsOf,
  useConflictChoice,
  useConflicts,
} from '../../records/conflicts/conflictQueries';

const NOUNS: Record<Conflict['collection'], string> = {
  goals: 'goal',
  tasks: 'task',
  categories: 'category',
  events: 'event',
  reflections: 'reflection',
  weekReviews: 'review',
  notes: 'note',
  focusSessions: 'focus session',
};

const FIELDS: Readonly<Record<string, string>> = {
  title: 'title',
  name: 'name',
  content: 'text',
  note: 'note',
  done: 'what was done',
  slipped: 'what slipped',
  nextWeek: 'next week',
  accomplishments: 'accomplishments',
  challenges: 'challenges',
  tomorrowFocus: 'focus for tomorrow',
};

interface ConflictDialogProps {
  /** The conflict that is shown first. */
  id: number;
  onClose: () => void;
}

/**
 * Shows two versions of a text. The person keeps one or both of the versions, and the next conflict follows. Default
 * export, because it is loaded lazily.
 */
export default function ConflictDialog({ id, onClose }: ConflictDialogProps) {
  const conflicts = useConflicts();
  const choice = useConflictChoice();
  const conflict = conflicts.find((one) => one.id === id) ?? conflicts[0];
  // No conflict is left, for example because another device has resolved the last one.
  const isOver = conflict === undefined;
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
  if (!conflict) return null;

  const { collection, recordId, field, text: kept, writtenAt } = conflict;
  const record = choice.recordOf(conflict);
  const next = (act: () => void) => () => {
    act();
    openConflict.set(conflicts.find((one) => one.id !== conflict.id)?.id);
  };
  if (!record)
    return (
      <Dialog
        title={`Text of a deleted ${NOUNS[collection]}`}
        text="Two devices wrote this text in different ways, and then it was deleted."
        width="sm"
        dismiss="Decide later"
        onClose={onClose}
        actions={
          <>
            <Button onClick={next(() => choice.discard(conflict))}>Discard</Button>
            <Button variant="contained" onClick={next(() => choice.saveAsNote(conflict))}>
              Save as note
            </Button>
          </>
        }
      >
        <Version title="Kept text" text={kept} />
      </Dialog>
    );

  const shown = String(Reflect.get(record, field) ?? '');
  const both = bothTextsOf(conflict, shown, kept);
  const isKeptOwn = (conflict.device === deviceNumber()) === conflict.isFromDevice;
  const [mine, theirs] = isKeptOwn ? [kept, shown] : [shown, kept];
  const keptAt = new Date(writtenAt);
  const keptTime = `${shortDate(keptAt)}, ${timeText(keptAt)}`;
  const keep = (text: string) => next(() => choice.keep(conflict, text, shown));
  return (
    <Dialog
      title="Two versions"
      text={
        <>
          Two devices changed the {FIELDS[field] ?? field} of{' '}
          {collection === 'reflections' ? (
            <>the reflection of {longDate(startOfDay(dayOfId(recordId)))}</>
          ) : collection === 'weekReviews' ? (
            <>the review of the week of {longDate(startOfDay(dayOfId(recordId)))}</>
          ) : (
            <>
              the {NOUNS[collection]} “<bdi>{nameOf(record)}</bdi>”
            </>
          )}
          . Nothing is lost until you choose.
        </>
      }
      width="md"
      fillsPhone
      dismiss="Decide later"
      onClose={onClose}
      actions={
        <>
          <Button disabled={both === undefined} onClick={keep(both ?? shown)}>
            Keep both
          </Button>
          <Button onClick={keep(theirs)}>Keep theirs</Button>
          <Button variant="contained" onClick={keep(mine)}>
            Keep mine
          </Button>
        </>
      }
    >
      <div className={css.versions}>
        <Version
          title="Mine"
          about={isKeptOwn ? `Written ${keptTime}` : 'Shown now'}
          text={mine}
          other={theirs}
        />
        <Version
          title="Theirs"
          about={isKeptOwn ? 'Shown now' : `Written ${keptTime}`}
          text={theirs}
          other={mine}
        />
      </div>
      {both === undefined && (
        <p className={css.note} role="status">
          Both together are too long for one {FIELDS[field] ?? field}.
        </p>
      )}
    </Dialog>
  );
}

interface VersionProps {
  title: string;
  about?: string;
  text: string;
  /** The text of the other version. A line of `text` that is not in `other` is marked. */
  other?: string;
}

function Version({ title, about, text, other }: VersionProps) {
  return (
    <section className={css.version} aria-label={title}>
      <h3>
        {title}
        {about && <small>{about}</small>}
      </h3>
      {/* Focusable, so that the keyboard can scroll a long text. */}
      <div className={css.text} dir="auto" tabIndex={0} role="group" aria-label={`${title}, text`}>
        {text === '' ? (
          <em>Empty</em>
        ) : (
          passagesOf(text.trimEnd(), other).map(({ lines, differs }, index) => (
            // A passage has no id, so its index is the key.
            <p key={index} data-differs={differs}>
              {/* An empty last line would have no height. */}
              {lines.map((line) => line || '\u00a0').join('\n')}
            </p>
          ))
        )}
      </div>
    </section>
  );
}

/**
 * Splits a text into passages of successive lines. The lines of a passage are either all in the other version or all
 * missing from it. An empty line never counts as missing.
 */
function passagesOf(text: string, other: string | undefined) {
  const others = other === undefined ? undefined : new Set(other.split('\n'));
  const passages: { lines: string[]; differs: boolean }[] = [];
  for (const line of text.split('\n')) {
    const differs = others !== undefined && line !== '' && !others.has(line);
    const last = passages.at(-1);
    if (last?.differs === differs) last.lines.push(line);
    else passages.push({ lines: [line], differs });
  }
  return passages;
}

const nameOf = (record: object): string =>
  'actualSeconds' in record
    ? sessionName(record as FocusSession)
    : String(Reflect.get(record, 'title') ?? Reflect.get(record, 'name') ?? '');
