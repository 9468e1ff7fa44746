import { personHere } from '../sync/replica/personHere';
import { createReminderActions, isReminderAction } from './reminderActions';
import { openPath } from './openPath';
import { paths } from '../lib/paths';
import { dataOf, noticeOptions, shownPush } from './shownPush';
import { subscribeAgain } from './subscribeAgain';
import { changeInWorker } from './workerSync';
import type { NotificationClick, WorkerScope } from './workerScope';

/** The start of the tag of a background sync. The person's id follows. */
const SYNC_TAG = 'daymark.outbox.';

/** Shows each push, and does what the person clicks. */
export function listenForReminders(scope: WorkerScope): void {
  const { registration } = scope;
  const actOnReminder = createReminderActions();

  scope.addEventListener('push', (event) => {
    const show = async () => {
      const sent = event.data?.text() ?? event.notification ?? undefined;
      const isHere = async (userId: number) => (await personHere(userId)) !== undefined;
      const { title, options } = await shownPush(sent, isHere);
      await registration.showNotification(title, options);
    };
    event.waitUntil(show());
  });

  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(click(event));
  });

  async function click({ notification, action }: NotificationClick): Promise<void> {
    const data = dataOf(notification);
    // Notices about an action, and the timer's notifications of earlier versions, have no data of a push.
    if (!data || !isReminderAction(action)) {
      const { path } = (notification.data ?? {}) as { path?: string };
      await openPath(scope, path);
      return;
    }
    // Browsers let the worker open a window only soon after the click.
    const opened =
      action === 'focus' ? openPath(scope, paths.focus).catch(() => undefined) : undefined;
    const { notice, isWaiting } = await actOnReminder(action, data);
    if (isWaiting)
      await registration.sync?.register(`${SYNC_TAG}${data.userId}`).catch(() => undefined);
    if (notice) await registration.showNotification(notice.title, noticeOptions(notice));
    await opened;
  }

  scope.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(subscribeAgain(scope, event)),
  );

  // Without background sync, the next open tab sends what waits.
  scope.addEventListener('sync', (event) => {
    if (!event.tag.startsWith(SYNC_TAG)) return;
    const send = async () => {
      const { kind } = await changeInWorker(Number(event.tag.slice(SYNC_TAG.length)));
      // The browser calls again later.
      if (kind === 'waiting') throw new Error('The outbox could not be sent.');
    };
    event.waitUntil(send());
  });
}
