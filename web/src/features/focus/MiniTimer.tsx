import { Pause, Play, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/controls/Button';
import { IconButton } from '../../ui/controls/IconButton';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden';
import { useNow } from '../../ui/hooks/useNow';
import { clockText, MODE_NAMES, offeredAfter, startLabel } from '../../domain/focus/focusTimer';
import css from './MiniTimer.module.css';
import { useFocusTimer } from './useFocusTimer';

/**
 * The timer in the shell, shown while a run is in progress or paused. After a run completes, the timer stays for a
 * while, with a button for the next run. This component is mounted on every signed-in screen, so that runs complete,
 * play their sound and are recorded on every screen. On /focus, which shows the timer itself, this component draws
 * nothing.
 */
export function MiniTimer({ userId }: { userId: number }) {
  const { state, leftMs, leftPercent, timer, toggle } = useFocusTimer(userId);
  const { pathname } = useLocation();
  const now = useNow();
  const [dismissedId, setDismissedId] = useState<number>();
  const section = useRef<HTMLElement>(null);
  // The pressed button disappears, so the focus moves to the button that takes its place.
  const startNext = () => {
    flushSync(toggle);
    section.current?.querySelector('button')?.focus();
  };
  const dismiss = (id: number) => {
    setDismissedId(id);
    document.getElementById('main')?.focus();
  };
  if (pathname === paths.focus) return null;
  const completed = offeredAfter(timer, now.getTime());
  if (completed && completed.id !== dismissedId)
    return (
      <section
        ref={section}
        className={css.mini}
        aria-label="Focus timer"
        data-mini-timer
        data-state="completed"
      >
        <Link to={paths.focus}>
          <strong>{MODE_NAMES[completed.mode]} completed</strong>
        </Link>
        <Button size="small" variant="outlined" onClick={startNext}>
          {startLabel(timer.mode)}
        </Button>
        <IconButton label="Dismiss" onClick={() => dismiss(completed.id)}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      </section>
    );
  if (state === 'idle') return null;
  const name = MODE_NAMES[timer.mode];
  return (
    <section
      ref={section}
      className={css.mini}
      aria-label="Focus timer"
      data-mini-timer
      data-state={state}
    >
      <Link to={paths.focus}>
        <strong>{clockText(leftMs)}</strong>{' '}
        <span>{state === 'paused' ? `${name}, paused` : name}</span>
        <VisuallyHidden>, timer</VisuallyHidden>
      </Link>
      <IconButton label={state === 'running' ? 'Pause timer' : 'Resume timer'} onClick={toggle}>
        {state === 'running' ? (
          <Pause size={18} aria-hidden="true" />
        ) : (
          <Play size={18} aria-hidden="true" />
        )}
      </IconButton>
      <i aria-hidden="true" style={{ width: `${leftPercent}%` }} />
    </section>
  );
}
