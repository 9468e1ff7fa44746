import type { PushData } from '@daymark/contract/reminders/notification';
import * as z from 'zod/mini';
import { paths } from '../lib/paths';
import type { ActionNotice } from './reminderActions';
import type { ShownOptions } from './workerScope';

const Data = z.object({
  userId: z.number(),
  path: z.string(),
  recordId: z.optional(z.number()),
  taskId: z.optional(z.number()),
}) satisfies z.ZodMiniType<PushData>;

const Shown = z.object({
  title: z.string(),
  body: z.string(),
  tag: z.string(),
  // A notification that the browser has made may lack them.
  actions: z._default(z.array(z.object({ action: z.string(), title: z.string() })), []),
  data: Data,
});

const Payload = z.object({ notification: Shown });

/** A notification that the service worker shows. */
export interface ShownPush {
  title: string;
  options: ShownOptions;
}

const LOOK = { lang: 'en', icon: '/icons/icon-192.png' };

/** Returns a notification that names nothing personal. */
const plainPush = (body: string): ShownPush => ({
  title: 'Daymark has a reminder',
  options: { ...LOOK, body, tag: 'plain', data: { path: paths.today } },
});

/** The notification of a push that can't be read. Browsers end the subscription of a worker that shows nothing. */
const UNREADABLE = plainPush('Open Daymark to see it.');

/** The notification of a push for a person whose records this browser doesn't have. */
const OF_ANOTHER = plainPush('It is for another account.');

/** Returns the options of a notification about an action. */
export const noticeOptions = ({ body, path }: ActionNotice): ShownOptions => ({
  ...LOOK,
  body,
  tag: 'action',
  data: { path },
});

/** Returns the data with which a shown notification was sent, or undefined for any other notification. */
export const dataOf = ({ data }: Pick<Notification, 'data'>): PushData | undefined =>
  Data.safeParse(data).data;

/**
 * Returns the notification to show for a push, whatever it has. `sent` is the text of the message, or the notification
 * that the browser has made of it. `isHere` tells whether this browser has a person's records.
 */
export async function shownPush(
  sent: string | Notification | undefined,
  isHere: (userId: number) => Promise<boolean>,
): Promise<ShownPush> {
  const shown = typeof sent === 'string' ? read(sent) : Shown.safeParse(sent).data;
  if (!shown) return UNREADABLE;
  const { title, body, tag, actions, data } = shown;
  if (!(await isHere(data.userId))) return OF_ANOTHER;
  // A repeat takes the place of the earlier notification without another sound.
  return { title, options: { ...LOOK, body, tag, actions, data, renotify: false } };
}

function read(text: string): z.output<typeof Shown> | undefined {
  try {
    return Payload.safeParse(JSON.parse(text)).data?.notification;
  } catch {
    return undefined;
  }
}
