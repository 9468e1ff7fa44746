import { Pause, Play } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { IconButton } from '../../ui/IconButton';
import { clockText, MODE_NAMES } from './focusTimer';
import css from './MiniTimer.module.css';
import { useFocusTimer } from './useFocusTimer';

/**
 * The timer in the shell, while it runs or is paused. It is mounted on every signed-in screen, so that the timer
 * completes, plays its sound and records on all of them. On /focus, which shows the timer itself, it draws nothing.
 */
export function MiniTimer({ userId }: { userId: number }) {
  const { state, leftMs, leftPercent, timer, toggle } = useFocusTimer(userId);
  const { pathname } = useLocation();
  if (state === 'idle' || pathname === paths.focus) return null;
  const name = MODE_NAMES[timer.mode];
  return (
    <div className={css.mini} data-state={state}>
      <Link to={paths.focus} aria-label={`${name} timer, ${clockText(leftMs)} left`}>
        <strong>{clockText(leftMs)}</strong>
        <span>{state === 'paused' ? `${name}, paused` : name}</span>
      </Link>
      <IconButton label={state === 'running' ? 'Pause timer' : 'Resume timer'} onClick={toggle}>
        {state === 'running' ? (
          <Pause size={18} aria-hidden="true" />
        ) : (
          <Play size={18} aria-hidden="true" />
        )}
      </IconButton>
      <i aria-hidden="true" style={{ width: `${leftPercent}%` }} />
    </div>
  );
}
