import { focusTimerOf } from './browserTimer';
import { unlockChime } from './chime';

/**
 * Starts a focus session, or resumes the one that is paused. What runs goes on, and so does a break that was paused: it
 * would be lost. Returns what takes it back; undefined if nothing was started.
 */
export function startFocus(userId: number): (() => void) | undefined {
  const timer = focusTimerOf(userId);
  const { state, timer: before } = timer.view();
  if (state === 'running' || (state === 'paused' && before.mode !== 'focus')) return undefined;
  unlockChime();
  if (state === 'idle') timer.chooseMode('focus');
  timer.start();
  if (state === 'paused') return timer.pause;
  return () => {
    timer.reset();
    timer.chooseMode(before.mode);
  };
}
