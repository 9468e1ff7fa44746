import type { Task } from '@daymark/contract/task';
import { ChevronLeft, ChevronRight, Hourglass, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { focusTotal, sessionsOfDay } from '../../domain/focus/focusDay';
import { MODE_NAMES } from '@daymark/contract/focusTimerState';

import { overlapping, takenBy } from '../../domain/focus/sessionEdit';
import type { ShownSession } from '../../domain/shownRecords';
import { preloadLater } from '../../lib/browser/preload';
import { durationText } from '../../lib/time/durationText';
import { addDays, personsDay, startOfDay, timeText, weekdayDate } from '../../lib/time/dates';
import { useConflictOf } from '../../records/conflicts/conflictQueries';
import {
  useFocusSessions,
  useSessionMutations,
  type SessionFields,
} from '../../records/focus/focusQueries';
import { ConflictButton } from '../../ui/controls/ConflictButton';
import { IconButton } from '../../ui/controls/IconButton';
import { TitleButton } from '../../ui/controls/TitleButton';
import { SaveErrorMessage } from '../../ui/fields/SaveErrorMessage';
import { useNow } from '../../ui/hooks/useNow';
import { Panel } from '../../ui/layout/Panel';
import { lazyComponent } from '../../ui/lazyComponent';
import { EmptyState } from '../../ui/states/EmptyState';
import { LoadErrorMessage } from '../../ui/states/LoadErrorMessage';
import css from './DaySessions.module.css';
import { sessionDrafts, type OpenSession } from './sessionDrafts';
import { newTypedSession, typedOf } from './typedSession';
import { useFocusTimer } from './useFocusTimer';

const SessionDialog = lazyComponent(() => import('./SessionDialog'));

interface DaySessionsProps {
  userId: number;
  tasks: readonly Task[];
}

/** Lists the sessions of a day, latest first, with their total. Sessions can be changed, added and deleted. */
export function DaySessions({ userId, tasks }: DaySessionsProps) {
  const sessions = useFocusSessions();
  const { timer } = useFocusTimer(userId);
  const { add, edit, remove } = useSessionMutations();
  const now = useNow();
  const today = personsDay(now);
  const [shownDay, setShownDay] = useState<string>();
  const day = shownDay ?? today;
  const list = sessionsOfDay(sessions.data ?? [], day);
  const { minutes } = focusTotal(list, day);
  const overlaps = overlapping(list);
  const [open, setOpen] = useState(() => sessionDrafts.get(userId));
  /** The fields when the dialog was opened. Without them, the dialog has a draft. */
  const [first, setFirst] = useState<OpenSession['typed']>();
  const adder = useRef<HTMLButtonElement>(null);
  useEffect(() => preloadLater(SessionDialog.preload), []);

  const openDialog = (next: OpenSession) => {
    setFirst(next.typed);
    setOpen(next);
  };
  const close = () => {
    sessionDrafts.set(userId, undefined);
    setOpen(undefined);
  };
  const isDirty = JSON.stringify(open?.typed) !== JSON.stringify(first);
  const takenNow = (ownId?: number) =>
    takenBy(sessions.data ?? [], timer, new Date().getTime(), ownId);
  const save = ({ before }: OpenSession, fields: Partial<SessionFields>) => {
    close();
    if (!before) add(fields as SessionFields);
    else if (Object.keys(fields).length > 0) edit(before, fields);
  };
  return (
    <Panel className={css.sessions} aria-labelledby="day-sessions" aria-busy={sessions.isPending}>
      <header>
        <div>
          <h2 id="day-sessions">
            {day === today ? 'Today’s sessions' : `Sessions on ${weekdayDate(startOfDay(day))}`}
          </h2>
          {list.length > 0 && <span>{durationText(minutes)} focused</span>}
        </div>
        <IconButton label="Previous day" onClick={() => setShownDay(addDays(day, -1))}>
          <ChevronLeft size={18} aria-hidden="true" />
        </IconButton>
        <IconButton
          label="Next day"
          aria-disabled={day >= today}
          onClick={() => {
            const next = addDays(day, 1);
            setShownDay(next < today ? next : undefined);
          }}
        >
          <ChevronRight size={18} aria-hidden="true" />
        </IconButton>
        <IconButton
          ref={adder}
          label="Add session"
          title="Add session"
          disabled={sessions.isPending}
          onPointerEnter={SessionDialog.preload}
          onClick={() =>
            openDialog({ before: null, typed: newTypedSession(day, new Date(), takenNow()) })
          }
        >
          <Plus size={18} aria-hidden="true" />
        </IconButton>
      </header>
      {sessions.isPending ? (
        <div className={css.skeleton} role="status" aria-label="Loading sessions">
          <i />
          <i />
          <i />
        </div>
      ) : sessions.error ? (
        <LoadErrorMessage
          title="Your sessions couldn’t be loaded"
          error={sessions.error}
          onRetry={sessions.refetch}
        />
      ) : list.length === 0 ? (
        <EmptyState
          icon={<Hourglass size={28} aria-hidden="true" />}
          title={day === today ? 'No sessions yet today' : 'No sessions on this day'}
        >
          Sessions you finish appear here.
        </EmptyState>
      ) : (
        <ul aria-label="Sessions">
          {list.toReversed().map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              task={tasks.find(({ id }) => id === session.taskId)}
              overlaps={overlaps.has(session.id)}
              onOpen={() => openDialog({ before: session, typed: typedOf(session) })}
            />
          ))}
        </ul>
      )}
      {open && !sessions.isPending && (
        <SessionDialog
          open={open}
          isDirty={isDirty}
          taken={takenNow(open.before?.id)}
          onType={(typed) => {
            setOpen({ ...open, typed });
            sessionDrafts.set(userId, { ...open, typed });
          }}
          onSave={(fields) => save(open, fields)}
          onDelete={() => {
            flushSync(close);
            if (open.before) remove(open.before);
            adder.current?.focus();
          }}
          onClose={close}
        />
      )}
    </Panel>
  );
}

interface SessionRowProps {
  session: ShownSession;
  task: Task | undefined;
  /** Whether the session overlaps another one. */
  overlaps: boolean;
  onOpen: () => void;
}

function SessionRow({ session, task, overlaps, onOpen }: SessionRowProps) {
  const { retry, discard } = useSessionMutations();
  const conflict = useConflictOf('focusSessions', session.id);
  const { mode, start, end, actualSeconds, completed, note, saveError } = session;
  return (
    <li data-mode={mode}>
      <div>
        <TitleButton onOpen={onOpen} onPreload={SessionDialog.preload}>
          {task?.title ?? MODE_NAMES[mode]}
        </TitleButton>
        <small>
          {timeText(new Date(start))} – {timeText(new Date(end))}
          {!completed && ' · interrupted'}
        </small>
        {overlaps && <small className={css.overlap}>Overlaps another session</small>}
        {note && (
          <small className={css.note} dir="auto">
            {note}
          </small>
        )}
      </div>
      <strong>{durationText(actualSeconds / 60)}</strong>
      <ConflictButton id={conflict} />
      {saveError && (
        <SaveErrorMessage
          error={saveError}
          onRetry={() => retry(session)}
          onDiscard={() => discard(session)}
        />
      )}
    </li>
  );
}
