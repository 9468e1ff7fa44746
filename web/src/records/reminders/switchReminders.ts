import { sentenceOf } from '../../lib/api/call';
import { queryClient } from '../../lib/api/queryClient';
import { toast } from '../../ui/toasts/toast';
import { DEVICES } from '../account/deviceQueries';
import { notifyReminders, remindersState, type BrowserState } from './browserReminders';

/** The sentence about each state of the reminders in this browser. */
export const STATE_SENTENCES: Record<BrowserState, string> = {
  impossible: 'This browser doesn’t support notifications.',
  needsApp:
    'On iPhone and iPad, reminders need the installed app: choose Share, then Add to Home Screen.',
  denied: 'Blocked in this browser. Allow notifications in its site settings.',
  off: 'They arrive even when Daymark is closed.',
  on: 'They arrive even when Daymark is closed.',
  pageOnly:
    'This browser can’t get reminders while Daymark is closed. They appear while Daymark is open.',
  timerOnly: 'Only the focus timer notifies you here. For all reminders, turn this off and on.',
};

/**
 * Turns reminders on in this browser. Must be called in a click or key handler, because the browser asks for permission.
 * A toast says why reminders are still off. Resolves to the new state.
 */
export async function turnOnReminders(userId: number): Promise<BrowserState> {
  if ('Notification' in globalThis && (await Notification.requestPermission()) === 'granted')
    try {
      const { turnOn } = await import('./keepReminders');
      await turnOn(userId);
    } catch (error) {
      const description = error instanceof Error ? sentenceOf(error) : '';
      toast({ title: 'Reminders are still off', description, severity: 'error' });
    }
  return changed(userId);
}

/** Turns reminders off in this browser. Resolves to the new state. */
export async function turnOffReminders(userId: number): Promise<BrowserState> {
  const { turnOff } = await import('./keepReminders');
  await turnOff(userId);
  return changed(userId);
}

function changed(userId: number): BrowserState {
  // The permission may have changed without a choice.
  notifyReminders();
  void queryClient.invalidateQueries({ queryKey: DEVICES });
  return remindersState(userId);
}

/** Turns reminders off like `turnOffReminders`, and says so in a toast. */
export async function turnOffWithToast(userId: number): Promise<void> {
  await turnOffReminders(userId);
  toast({ title: 'Reminders are off in this browser' });
}

/** Turns reminders on like `turnOnReminders`, and shows the result in a toast. */
export async function turnOnWithToast(userId: number): Promise<void> {
  const state = await turnOnReminders(userId);
  const description = STATE_SENTENCES[state];
  if (state === 'on' || state === 'pageOnly')
    toast({ title: 'Reminders are on in this browser', description });
  else if (state !== 'off') toast({ title: 'Reminders are off', description });
}
