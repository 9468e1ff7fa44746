import { Check, Pause, Play, Square, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/controls/Button';
import { IconButton } from '../../ui/controls/IconButton';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden';
import { useNow } from '../../ui/hooks/useNow';
import { MODE_NAMES } from '@daymark/contract/focusTimerState';
import { clockText, offeredAfter, startLabel } from '../../domain/focus/focusTimer';
import css from './MiniTimer.module.css';
import { useFocusTimer } from './useFocusTimer';

/**
 * The timer in the shell, shown while a run is in progress or paused. After a run completes, the timer stays for a
 * while, with buttons for what follows. This component is mounted on every signed-in screen, so that runs complete,
 * play their sound and are recorded on every screen. On /focus, which shows the timer itself, this component draws
 * nothing.
 */
export function MiniTimer({ userId }: { userId: number }) {
  const {
    state,
    shownMs,
    leftPercent,
    hasNoEnd,
    timer,
    taskTitle,
    task,
    isAsking,
    toggle,
    stopAndSave,
    done,
    extend,
  } = useFocusTimer(userId);
  const { pathname } = useLocation();
  const now = useNow();
  const [dismissedId, setDismissedId] = useState<number>();
  const section = useRef<HTMLElement>(null);
  // The pressed button disappears, so the focus moves to the first button that is left, or to the screen.
  const andKeepFocus = (act: () => void) => () => {
    flushSync(act);
    (section.current?.querySelector('button') ?? document.getElementById('main'))?.focus();
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
          <strong>{isAsking ? 'Finished?' : `${MODE_NAMES[completed.mode]} completed`}</strong>
          {isAsking && task && <span dir="auto">{task.title}</span>}
        </Link>
        <div className={css.answers}>
          {isAsking && task && (
            <Button size="small" variant="outlined" onClick={andKeepFocus(() => done(task))}>
              Done
            </Button>
          )}
          {isAsking && (
            <Button size="small" variant="outlined" onClick={andKeepFocus(extend)}>
              +10 min
            </Button>
          )}
          <Button size="small" variant="outlined" onClick={andKeepFocus(toggle)}>
            {isAsking ? 'Break' : startLabel(timer.mode)}
          </Button>
        </div>
        <IconButton
          label="Dismiss"
          onClick={() => {
            setDismissedId(completed.id);
            document.getElementById('main')?.focus();
          }}
        >
          <X size={16} aria-hidden="true" />
        </IconButton>
      </section>
    );
  if (state === 'idle') return null;
  const name = taskTitle ?? MODE_NAMES[timer.mode];
  return (
    <section
      ref={section}
      className={css.mini}
      aria-label="Focus timer"
      data-mini-timer
      data-state={state}
    >
      <Link to={paths.focus}>
        <strong>{clockText(shownMs)}</strong>{' '}
        <span dir="auto">{state === 'paused' ? `${name}, paused` : name}</span>
        <VisuallyHidden>, timer</VisuallyHidden>
      </Link>
      <div className={css.actions}>
        <IconButton
          label={state === 'running' ? 'Pause timer' : 'Resume timer'}
          title={state === 'running' ? 'Pause' : 'Resume'}
          onClick={toggle}
        >
          {state === 'running' ? (
            <Pause size={18} aria-hidden="true" />
          ) : (
            <Play size={18} aria-hidden="true" />
          )}
        </IconButton>
        {task && timer.mode === 'focus' && (
          <>
            <IconButton label="Done" title="Done" onClick={andKeepFocus(() => done(task))}>
              <Check size={18} aria-hidden="true" />
            </IconButton>
            <IconButton
              label="Stop and save"
              title="Stop and save"
              onClick={andKeepFocus(stopAndSave)}
            >
              <Square size={16} aria-hidden="true" />
            </IconButton>
          </>
        )}
      </div>
      {!hasNoEnd && <i aria-hidden="true" style={{ width: `${leftPercent}%` }} />}
    </section>
  );
}
