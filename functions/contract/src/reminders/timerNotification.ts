import { MODE_NAMES, type FocusTimerState } from '../focusTimerState';
import type { ReminderNotification } from './notification';

/** Returns the notification of the end of a focus session or a break. */
export function timerNotification(mode: FocusTimerState['mode']): ReminderNotification {
  return {
    title: `${MODE_NAMES[mode]} completed!`,
    body:
      mode === 'focus' ? 'Great job! Take a break.' : 'Break time is over. Ready to focus again?',
    tag: 'timer',
    path: '/focus',
    actions: [],
  };
}
