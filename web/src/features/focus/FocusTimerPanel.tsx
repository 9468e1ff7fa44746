import { countText } from '../../lib/text/numbers';
import type { TimerSettings } from '@daymark/contract/settings';
import type { Task } from '@daymark/contract/task';
import { plainDuration } from '../../lib/time/durationText';
import { Check, Coffee, Maximize2, Minimize2, Pause, Play, RotateCcw, Square } from 'lucide-react';
import { useEffect, useId, useState, type RefObject } from 'react';
import { preloadLater } from '../../lib/browser/preload';
import { ariaShortcut, shortcutText } from '../../lib/shortcuts';
import { Button } from '../../ui/controls/Button';
import { ChoiceGroup } from '../../ui/controls/ChoiceGroup';
import { FieldLabel } from '../../ui/fields/FieldLabel';
import { IconButton } from '../../ui/controls/IconButton';
import { LazyConfirmDialog } from '../../ui/dialogs/LazyConfirmDialog';
import { Panel } from '../../ui/layout/Panel';
import { Tabs } from '../../ui/controls/Tabs';
import { TextButton } from '../../ui/controls/TextButton';
import { useShortcuts } from '../../ui/keys/useShortcuts';
import { MODE_NAMES } from '@daymark/contract/focusTimerState';
import {
  clockText,
  sessionsInCycle,
  TIMER_MODES,
  type TimerMode,
} from '../../domain/focus/focusTimer';
import css from './FocusTimerPanel.module.css';
import { fitText, sessionFit, type TakenTime } from '../../domain/focus/sessionFit';
import { NOTE_MAX } from './sessionNote';
import { TaskPicker } from './TaskPicker';
import { useFocusTimer } from './useFocusTimer';

const TABS = TIMER_MODES.map((value) => ({ value, label: MODE_NAMES[value] }));

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
    leftPercent,
    shownMs,
    hasNoEnd,
    taskTitle,
    sessions,
    toggle,
    startFor,
    reset,
    stopAndSave,
    done,
    extend,
    task,
    isAsking,
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

  const isFocus = timer.mode === 'focus';
  const canChooseEnd = state === 'idle' && isFocus;
  const fit = canChooseEnd && !hasNoEnd ? sessionFit(taken, now.getTime(), rules) : undefined;
  const chosen = tasks.find(({ id }) => id === timer.taskId);
  const left = chosen && canChooseEnd ? remaining(chosen) : null;
  const label = isAsking
    ? 'Break'
    : state === 'running'
      ? 'Pause'
      : state === 'paused'
        ? 'Resume'
        : 'Start';
  /** Runs an action whose button disappears. The focus moves to the button that starts or pauses. */
  const andKeepFocus = (act: () => void) => () => {
    act();
    startButton.current?.focus();
  };
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
          {isFullScreen && taskTitle !== undefined && (
            <p className={css.task} dir="auto">
              {taskTitle}
            </p>
          )}
          <div
            className={css.clock}
            role="timer"
            aria-label={hasNoEnd ? 'Focus time so far' : `${MODE_NAMES[timer.mode]} time left`}
          >
            {Array.from(clockText(shownMs), (sign, index) => (
              <span key={index}>{sign}</span>
            ))}
          </div>
          <div
            className={css.bar}
            hidden={hasNoEnd}
            role="progressbar"
            aria-label="Time remaining"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(leftPercent)}
          >
            <i style={{ width: `${leftPercent}%` }} />
          </div>
          <div className={css.buttons} data-asks={isAsking || undefined}>
            {isAsking && (
              <p className={css.question} role="status">
                Finished? {task && <bdi>{task.title}</bdi>}
              </p>
            )}
            {isAsking && task && (
              <Button variant="contained" size="large" onClick={andKeepFocus(() => done(task))}>
                <Check size={20} aria-hidden="true" />
                Done
              </Button>
            )}
            {isAsking && (
              <Button variant="outlined" size="large" onClick={andKeepFocus(extend)}>
                +10 min
              </Button>
            )}
            <Button
              ref={startButton}
              data-toggle
              variant={isAsking && task ? 'outlined' : 'contained'}
              size="large"
              aria-keyshortcuts={ariaShortcut('toggleTimer')}
              title={`${label} (${shortcutText('toggleTimer')})`}
              onPointerEnter={LazyConfirmDialog.preload}
              onClick={toggle}
            >
              {isAsking ? (
                <Coffee size={20} aria-hidden="true" />
              ) : state === 'running' ? (
                <Pause size={20} aria-hidden="true" />
              ) : (
                <Play size={20} aria-hidden="true" />
              )}
              {label}
            </Button>
            {state !== 'idle' && isFocus && task && (
              <Button variant="outlined" size="large" onClick={andKeepFocus(() => done(task))}>
                <Check size={18} aria-hidden="true" />
                Done
              </Button>
            )}
            {state !== 'idle' && isFocus && (
              <Button variant="outlined" size="large" onClick={andKeepFocus(stopAndSave)}>
                <Square size={16} aria-hidden="true" />
                Stop and save
              </Button>
            )}
            {!isAsking && (
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
            )}
          </div>
          {canChooseEnd && (
            <div className={css.offers}>
              <ChoiceGroup
                label="End of a focus session"
                choices={[
                  { value: 'end', label: `${rules.focusDuration} min` },
                  { value: 'none', label: 'No end' },
                ]}
                value={hasNoEnd ? 'none' : 'end'}
                onChange={(end) => timerActions.chooseEnd(end === 'none')}
              />
              {fit && (
                <p>
                  <span dir="auto">{fitText(fit)}</span>{' '}
                  {fit.isShorter && (
                    <TextButton onClick={() => startFor(fit.focusMinutes * 60_000)}>
                      Start {fit.focusMinutes} min
                    </TextButton>
                  )}
                </p>
              )}
              {left !== null && left > 0 && (
                <p>
                  {plainDuration(left)} left of its estimate{' '}
                  {left !== rules.focusDuration && (
                    <TextButton onClick={() => startFor(left * 60_000)}>
                      Start {plainDuration(left)}
                    </TextButton>
                  )}
                </p>
              )}
            </div>
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
        <TaskPicker label="Working on" taskId={timer.taskId} onChange={timerActions.chooseTask} />
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
          text={`${MODE_NAMES[timer.mode]} will stop ${hasNoEnd ? `after ${clockText(shownMs)}` : `with ${clockText(shownMs)} left`}. You can then start ${MODE_NAMES[asked]}.`}
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
