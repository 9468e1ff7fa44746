import { pushPayload, type ReminderNotification } from '@daymark/contract/reminders/notification';
import { getsReminders, remindersState, serviceWorker } from './browserReminders';

/** Shows a notification, if this person has turned notifications on in this browser. */
export async function showNotification(
  userId: number,
  notification: ReminderNotification,
): Promise<void> {
  if (!getsReminders(remindersState(userId))) return;
  const payload = pushPayload(notification, userId, '').notification;
  const { title, body, tag, lang, actions, data } = payload;
  const options = { body, tag, lang, icon: '/icons/icon-192.png' };
  // The service worker outlives the page, and handles the click and the actions.
  const worker = await serviceWorker();
  if (worker?.active) await worker.showNotification(title, { ...options, actions, data } as object);
  else new Notification(title, options).onclick = () => window.focus();
}
