import { focusTimerOf } from './browserTimer';

/**
 * Starts a focus session, or resumes the one that is paused. What runs goes on, and so does a break that was paused: it
 * would be lost. Returns what takes it back; undefined if nothing was started. It does not unlock the sound, because not
 * all that calls it is a press.
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
