import type { Task } from '@daymark/contract/task';
import { Hourglass } from 'lucide-react';
import { durationText } from '../../lib/time/durationText';
import { localDay, timeText } from '../../lib/time/dates';
import { Button } from '../../ui/controls/Button';
import { EmptyState } from '../../ui/states/EmptyState';
import { Panel } from '../../ui/layout/Panel';
import { SaveErrorMessage } from '../../ui/fields/SaveErrorMessage';
import { useNow } from '../../ui/hooks/useNow';
import { focusTotal, sessionsOfDay } from '../../domain/focus/focusDay';
import { useFocusSessions, useSessionMutations } from '../../records/focus/focusQueries';
import { MODE_NAMES } from '../../domain/focus/focusTimer';
import css from './TodaysSessions.module.css';
import type { ShownSession } from '../../domain/shownRecords';

/** Lists today's focus sessions, latest first, with their total. */
export function TodaysSessions({ tasks }: { tasks: readonly Task[] }) {
  const sessions = useFocusSessions();
  const now = useNow();
  const today = sessionsOfDay(sessions.data ?? [], localDay(now));
  const { minutes } = focusTotal(today);
  return (
    <Panel
      className={css.sessions}
      aria-labelledby="todays-sessions"
      aria-busy={sessions.isPending}
    >
      <header>
        <h2 id="todays-sessions">Today’s sessions</h2>
        {today.length > 0 && <span>{durationText(minutes)} focused</span>}
      </header>
      {sessions.isPending ? (
        <div className={css.skeleton} role="status" aria-label="Loading sessions">
          <i />
          <i />
          <i />
        </div>
      ) : sessions.error ? (
        <EmptyState
          alert
          title="Your sessions couldn’t be loaded"
          action={
            <Button variant="outlined" onClick={sessions.refetch}>
              Try Again
            </Button>
          }
        >
          {sessions.error.message}
        </EmptyState>
      ) : today.length === 0 ? (
        <EmptyState icon={<Hourglass size={28} aria-hidden="true" />} title="No sessions yet today">
          Sessions you finish appear here.
        </EmptyState>
      ) : (
        <ul aria-label="Sessions">
          {today.toReversed().map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              task={tasks.find(({ id }) => id === session.taskId)}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

interface SessionRowProps {
  session: ShownSession;
  task: Task | undefined;
}

function SessionRow({ session, task }: SessionRowProps) {
  const { retry, discard } = useSessionMutations();
  const { mode, start, end, actualSeconds, completed, note, saveError } = session;
  return (
    <li data-mode={mode}>
      <div>
        <p dir="auto">{task?.title ?? MODE_NAMES[mode]}</p>
        <small>
          {timeText(new Date(start))} – {timeText(new Date(end))}
          {!completed && ' · interrupted'}
        </small>
        {note && (
          <small className={css.note} dir="auto">
            {note}
          </small>
        )}
      </div>
      <strong>{durationText(actualSeconds / 60)}</strong>
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
