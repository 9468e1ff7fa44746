import { countText } from '../../lib/text/numbers';
import type { TimerSettings } from '@daymark/contract/settings';
import type { Task } from '@daymark/contract/task';
import { plainDuration } from '../../lib/time/durationText';
import { Maximize2, Minimize2, Pause, Play, RotateCcw, Square } from 'lucide-react';
import { useEffect, useId, useState, type RefObject } from 'react';
import { preloadLater } from '../../lib/browser/preload';
import { ariaShortcut, shortcutText } from '../../lib/shortcuts';
import { Button } from '../../ui/controls/Button';
import { FieldLabel } from '../../ui/fields/FieldLabel';
import { IconButton } from '../../ui/controls/IconButton';
import { LazyConfirmDialog } from '../../ui/dialogs/LazyConfirmDialog';
import { Panel } from '../../ui/layout/Panel';
import { SelectField } from '../../ui/fields/SelectField';
import { Tabs } from '../../ui/controls/Tabs';
import { TextButton } from '../../ui/controls/TextButton';
import { useShortcuts } from '../../ui/keys/useShortcuts';
import {
  clockText,
  MODE_NAMES,
  sessionsInCycle,
  TIMER_MODES,
  type TimerMode,
} from '../../domain/focus/focusTimer';
import css from './FocusTimerPanel.module.css';
import { fitText, sessionFit, type TakenTime } from '../../domain/focus/sessionFit';
import { useFocusTimer } from './useFocusTimer';

const TABS = TIMER_MODES.map((value) => ({ value, label: MODE_NAMES[value] }));

/** Longest note that a person can type, in characters. The contract allows more, because notes can be joined. */
const NOTE_MAX = 2_000;

/** At most this many tasks are offered in the select, besides the chosen task. */
const OFFERED_TASKS = 50;

interface FocusTimerPanelProps {
  userId: number;
  rules: TimerSettings;
  tasks: readonly Task[];
  /** Returns the rest of a task's estimate in minutes, or null if it has no estimate. */
  remaining: (task: Task) => number | null;
  /** The times of own events and of today's external events. */
  taken: readonly TakenTime[];
  now: Date;
  /** Number of focus sessions completed today. */
  completedToday: number;
  /** Receives the button Start, Pause or Resume, so that the screen can focus the button. */
  startButton: RefObject<HTMLButtonElement | null>;
  /** Whether the screen shows only the timer. */
  isFullScreen: boolean;
  onFullScreen: (is: boolean) => void;
}

/** The timer (product §4): modes, time left, Start, Pause and Reset, and the sessions up to the long break. */
export function FocusTimerPanel({
  userId,
  rules,
  tasks,
  remaining,
  taken,
  now,
  completedToday,
  startButton,
  isFullScreen,
  onFullScreen,
}: FocusTimerPanelProps) {
  const {
    timer,
    state,
    leftMs,
    leftPercent,
    sessions,
    toggle,
    startFor,
    reset,
    stopAndSave,
    timerActions,
  } = useFocusTimer(userId);
  const [asked, setAsked] = useState<TimerMode>();
  useEffect(() => preloadLater(LazyConfirmDialog.preload), []);

  const choose = (mode: TimerMode | undefined) => {
    if (!mode || mode === timer.mode) return;
    if (state === 'running') setAsked(mode);
    else timerActions.chooseMode(mode);
  };
  useShortcuts({
    toggleTimer: toggle,
    resetTimer: reset,
    chooseFocus: () => choose('focus'),
    chooseShortBreak: () => choose('shortBreak'),
    chooseLongBreak: () => choose('longBreak'),
    fullScreen: () => onFullScreen(!isFullScreen),
  });
  const noteId = useId();

  const fit =
    state === 'idle' && timer.mode === 'focus'
      ? sessionFit(taken, now.getTime(), rules)
      : undefined;
  const chosen = tasks.find(({ id }) => id === timer.taskId);
  const left = chosen && state === 'idle' && timer.mode === 'focus' ? remaining(chosen) : null;
  const label = state === 'running' ? 'Pause' : state === 'paused' ? 'Resume' : 'Start';
  return (
    <Panel
      className={css.timer}
      aria-label="Focus timer"
      data-state={state}
      data-full-screen={isFullScreen || undefined}
    >
      <div className={css.corner}>
        <IconButton
          label={isFullScreen ? 'Leave full screen' : 'Full screen'}
          aria-keyshortcuts={isFullScreen ? 'Escape' : ariaShortcut('fullScreen')}
          title={
            isFullScreen
              ? 'Leave full screen (Escape)'
              : `Full screen (${shortcutText('fullScreen')})`
          }
          onClick={() => onFullScreen(!isFullScreen)}
        >
          {isFullScreen ? (
            <Minimize2 size={18} aria-hidden="true" />
          ) : (
            <Maximize2 size={18} aria-hidden="true" />
          )}
        </IconButton>
      </div>
      <Tabs label="Timer mode" tabs={TABS} value={timer.mode} onChange={choose}>
        <div className={css.face}>
          <div
            className={css.clock}
            role="timer"
            aria-label={`${MODE_NAMES[timer.mode]} time left`}
          >
            {Array.from(clockText(leftMs), (sign, index) => (
              <span key={index}>{sign}</span>
            ))}
          </div>
          <div
            className={css.bar}
            role="progressbar"
            aria-label="Time remaining"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(leftPercent)}
          >
            <i style={{ width: `${leftPercent}%` }} />
          </div>
          <div className={css.buttons}>
            <Button
              ref={startButton}
              variant="contained"
              size="large"
              aria-keyshortcuts={ariaShortcut('toggleTimer')}
              title={`${label} (${shortcutText('toggleTimer')})`}
              onPointerEnter={LazyConfirmDialog.preload}
              onClick={toggle}
            >
              {state === 'running' ? (
                <Pause size={20} aria-hidden="true" />
              ) : (
                <Play size={20} aria-hidden="true" />
              )}
              {label}
            </Button>
            <Button
              variant="outlined"
              size="large"
              aria-keyshortcuts={ariaShortcut('resetTimer')}
              title={`Reset (${shortcutText('resetTimer')})`}
              onClick={reset}
            >
              <RotateCcw size={18} aria-hidden="true" />
              Reset
            </Button>
            {state !== 'idle' && timer.mode === 'focus' && (
              <Button
                variant="outlined"
                size="large"
                onClick={() => {
                  stopAndSave();
                  // This button disappears with the run.
                  startButton.current?.focus();
                }}
              >
                <Square size={16} aria-hidden="true" />
                Stop and save
              </Button>
            )}
          </div>
          {/* Always drawn, so that nothing moves when the text appears. */}
          <p className={css.fit}>
            {fit && (
              <>
                <span dir="auto">{fitText(fit)}</span>{' '}
                {fit.isShorter && (
                  <TextButton onClick={() => startFor(fit.focusMinutes * 60_000)}>
                    Start {fit.focusMinutes} min
                  </TextButton>
                )}
              </>
            )}
          </p>
          {left !== null && left > 0 && (
            <p className={css.fit}>
              {plainDuration(left)} left of its estimate{' '}
              {left !== rules.focusDuration && (
                <TextButton onClick={() => startFor(left * 60_000)}>
                  Start {plainDuration(left)}
                </TextButton>
              )}
            </p>
          )}
          <Cycle
            done={sessionsInCycle(sessions, timer.mode, rules.sessionsBeforeLongBreak)}
            all={rules.sessionsBeforeLongBreak}
            completedToday={completedToday}
            isFocusing={timer.mode === 'focus'}
          />
        </div>
      </Tabs>
      <div className={css.foot}>
        <SelectField
          label="Working on"
          value={timer.taskId ?? ''}
          onChange={({ target }) => timerActions.chooseTask(Number(target.value) || null)}
        >
          <option value="">No task</option>
          {offered(tasks, timer.taskId).map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
        <div>
          <FieldLabel htmlFor={noteId}>Note</FieldLabel>
          <textarea
            id={noteId}
            rows={1}
            dir="auto"
            maxLength={NOTE_MAX}
            placeholder="Saved with this session"
            value={timer.note ?? ''}
            onChange={({ target }) => timerActions.write(target.value)}
          />
        </div>
        <p className={css.keys}>
          <span>
            <kbd>Space</kbd> start or pause
          </span>
          <span>
            <kbd>R</kbd> reset
          </span>
          <span>
            <kbd>1</kbd>–<kbd>3</kbd> mode
          </span>
          <span>
            {isFullScreen ? (
              <>
                <kbd>Esc</kbd> leave
              </>
            ) : (
              <>
                <kbd>F</kbd> full screen
              </>
            )}
          </span>
        </p>
      </div>
      {asked && (
        <LazyConfirmDialog
          title="Timer is running. Change mode?"
          text={`${MODE_NAMES[timer.mode]} will stop with ${clockText(leftMs)} left. You can then start ${MODE_NAMES[asked]}.`}
          confirm="Change mode"
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined);
            timerActions.chooseMode(asked);
          }}
        />
      )}
    </Panel>
  );
}

interface CycleProps {
  done: number;
  all: number;
  completedToday: number;
  isFocusing: boolean;
}

/** Today's session count, and a dot for each focus session of the cycle. A long pause resets the dots. */
function Cycle({ done, all, completedToday, isFocusing }: CycleProps) {
  return (
    <div className={css.cycle}>
      <div aria-hidden="true">
        {Array.from({ length: all }, (_, index) => (
          <i
            key={index}
            data-dot={index < done ? 'done' : index === done && isFocusing ? 'current' : 'open'}
          />
        ))}
      </div>
      <p>
        {countText(completedToday, 'session')} completed
        {' · '}
        {done === all ? 'time for the long break' : `long break after ${all - done} more`}
      </p>
    </div>
  );
}

/**
 * Returns open tasks, priorities first, up to the limit. If the chosen task is not among these tasks, it is added at
 * the top, even if it is completed.
 */
function offered(tasks: readonly Task[], chosen: number | null): Task[] {
  const open = tasks.filter(({ completed }) => !completed);
  const those = [
    ...open.filter(({ isPriority }) => isPriority),
    ...open.filter(({ isPriority }) => !isPriority),
  ].slice(0, OFFERED_TASKS);
  const own = tasks.find(({ id }) => id === chosen);
  return !own || those.includes(own) ? those : [own, ...those];
}
