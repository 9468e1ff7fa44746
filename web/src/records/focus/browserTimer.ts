import { newId } from '@daymark/contract/primitives';
import { browserStorage, onStoredElsewhere } from '../../lib/browser/browserStorage';
import { deviceNumber } from '../../lib/browser/deviceNumber';
import { timerKey } from '../../lib/person/drafts';
import { PRODUCT } from '../../lib/product';
import { claimTabLock } from '../../lib/browser/tabLock';
import { toast } from '../../ui/toasts/toast';
import { canChime, chime, unlockChime } from './chime';
import {
  createFocusTimer,
  type FocusTimer,
  type TimerPorts,
  type TimerView,
} from './createFocusTimer';
import { MODE_NAMES } from '@daymark/contract/focusTimerState';
import { timerNotification } from '@daymark/contract/reminders/timerNotification';
import { clockText, isAnnounced, startLabel } from '../../domain/focus/focusTimer';
import { hideIcon, showInIcon } from './tabIcon';
import { unthrottledTimeout } from './unthrottledTimeout';

let current: { userId: number; timer: FocusTimer } | undefined;

/** Returns a person's timer in this browser. The page keeps the same timer until another person signs in. */
export function focusTimerOf(userId: number): FocusTimer {
  if (current?.userId !== userId)
    current = { userId, timer: createFocusTimer(browserPorts(timerKey(userId))) };
  return current.timer;
}

/**
 * Starts a focus session, or resumes a paused one. Does nothing if a run counts down, or if a break is paused, because
 * the break would be lost. Returns a function that undoes the start, or undefined if nothing was started.
 */
export function startFocus(userId: number): (() => void) | undefined {
  const timer = focusTimerOf(userId);
  const { state, timer: before } = timer.view();
  if (state === 'running' || (state === 'paused' && before.mode !== 'focus')) return undefined;
  if (state === 'idle') timer.chooseMode('focus');
  timer.start();
  if (state === 'paused') return timer.pause;
  return () => {
    timer.reset();
    timer.chooseMode(before.mode);
  };
}

/**
 * Starts a focus session with a task. `plannedMs` is a length in ms other than the settings'. Without `plannedMs`, a
 * session with this task that runs or is paused continues. Any other run stays as it is, and a toast says so, because a
 * new session would interrupt the run. Returns whether the session with this task runs. Call this function in a click
 * or key handler, or soon after, because only then does the browser allow the sound at the end.
 */
export function startFocusOn(userId: number, taskId: number, plannedMs?: number): boolean {
  const timer = focusTimerOf(userId);
  const { state, timer: before } = timer.view();
  unlockChime();
  if (state !== 'idle') {
    const goesOn = before.mode === 'focus' && before.taskId === taskId && plannedMs === undefined;
    if (goesOn && state === 'paused') timer.start();
    if (!goesOn)
      toast({
        title: 'The focus timer is already in use',
        description: 'Finish or reset that session first.',
      });
    return goesOn;
  }
  timer.chooseMode('focus');
  timer.chooseTask(taskId);
  timer.start(plannedMs);
  return true;
}

function browserPorts(key: string): TimerPorts {
  return {
    wall: () => Date.now(),
    steady: () => performance.now(),
    read: () => browserStorage.get(key),
    write: (text) => browserStorage.set(key, text),
    onWritten: (listener) => onStoredElsewhere(key, () => listener(browserStorage.get(key))),
    onAwake(listener) {
      document.addEventListener('visibilitychange', listener);
      addEventListener('pageshow', listener);
      return () => {
        document.removeEventListener('visibilitychange', listener);
        removeEventListener('pageshow', listener);
      };
    },
    acquireLock: (name) => claimTabLock(`${key}.${name}`),
    after(ms, work) {
      const timeout = setTimeout(work, ms);
      return () => clearTimeout(timeout);
    },
    afterOnTime: unthrottledTimeout,
    newId,
    device: deviceNumber,
    canRing: canChime,
    ring: chime,
    showInTab,
    showCompletion,
  };
}

let title: HTMLTitleElement | undefined;

/**
 * Shows the timer in the tab's title and icon, or removes it if `view` is null. The browser shows a document's first
 * title element, so the page's own title stays after ours, unchanged.
 */
function showInTab(view: TimerView | null): void {
  if (!view) {
    hideIcon();
    titles?.disconnect();
    titles = undefined;
    title?.remove();
    return;
  }
  title ??= document.createElement('title');
  const name = view.taskTitle ?? `${MODE_NAMES[view.timer.mode]} · ${PRODUCT}`;
  const text = `${clockText(view.shownMs)} ${view.state === 'paused' ? '(paused) ' : ''}· ${name}`;
  if (title.textContent !== text) title.textContent = text;
  putTitleFirst();
  const minutes = view.shownMs / 60_000;
  showInIcon(
    view.hasNoEnd ? Math.floor(minutes) : Math.ceil(minutes),
    view.hasNoEnd ? 100 : view.leftPercent,
    view.state === 'paused',
  );
  if (titles) return;
  // Another screen may put its title before ours.
  titles = new MutationObserver(putTitleFirst);
  titles.observe(document.head, { childList: true });
}

let titles: MutationObserver | undefined;

function putTitleFirst(): void {
  if (title && document.head.querySelector('title') !== title) document.head.prepend(title);
}

type Completion = Parameters<TimerPorts['showCompletion']>[0];

/**
 * Shows the completion toast of product §4. If the tab that completed the run is hidden, its toast waits until the tab
 * is visible. The tab that completed the run also shows a system notification, if the person turned notifications on
 * and the window is not in front. Other hidden tabs show nothing.
 */
function showCompletion({ completed, next, isHere, notifies }: Completion): void {
  const notification = timerNotification(completed.mode);
  const { title, body: description } = notification;
  const start = () => {
    unlockChime();
    current?.timer.start();
  };
  const action = { label: startLabel(next), run: start };
  const showToast = () => {
    // The tab may have been hidden for hours.
    if (isAnnounced(completed, Date.now())) toast({ title, description, action });
  };
  const userId = current?.userId;
  if (isHere && notifies && userId !== undefined && !document.hasFocus())
    void import('../reminders/showNotification').then(({ showNotification }) =>
      showNotification(userId, notification),
    );
  if (document.visibilityState === 'visible') showToast();
  else if (isHere) document.addEventListener('visibilitychange', showToast, { once: true });
}
