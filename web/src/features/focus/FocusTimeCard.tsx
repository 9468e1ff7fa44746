import { countText } from '../../lib/text/numbers';
import { Timer } from 'lucide-react';
import { Link } from 'react-router-dom';
import { durationText } from '../../lib/time/durationText';
import { personsDay } from '../../lib/time/dates';
import { paths } from '../../lib/paths';
import { StatCard } from '../../ui/layout/StatCard';
import { TextButton } from '../../ui/controls/TextButton';
import { focusTotal } from '../../domain/focus/focusDay';
import { useFocusSessions } from '../../records/focus/focusQueries';
import { MODE_NAMES } from '@daymark/contract/focusTimerState';
import { clockText } from '../../domain/focus/focusTimer';
import { useFocusTimer } from './useFocusTimer';

/** The dashboard's Focus Time card (product §2): the time recorded today, and the timer while it runs. */
export function FocusTimeCard({ userId, now }: { userId: number; now: Date }) {
  const sessions = useFocusSessions();
  const { state, shownMs, timer } = useFocusTimer(userId);
  const { minutes, count } = focusTotal(sessions.data ?? [], personsDay(now));
  const card = { title: 'Focus Time', icon: <Timer size={16} aria-hidden="true" /> };
  const action = (
    <Link to={paths.focus}>
      {state === 'idle'
        ? 'Start a session'
        : `${MODE_NAMES[timer.mode]} ${state} · ${clockText(shownMs)}`}
    </Link>
  );
  if (sessions.error)
    return (
      <StatCard
        {...card}
        value="—"
        detail={
          <>
            Couldn’t be loaded. <TextButton onClick={sessions.refetch}>Try again</TextButton>
          </>
        }
        action={action}
      />
    );
  return (
    <StatCard
      {...card}
      loading={sessions.isPending}
      value={durationText(minutes)}
      detail={
        count === 0 ? 'No focus sessions yet today' : `in ${countText(count, 'session')} today`
      }
      action={action}
    />
  );
}
