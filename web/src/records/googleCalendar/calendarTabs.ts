import { openTabChannel } from '../../lib/browser/tabChannel';

/**
 * What a person's tabs tell each other about Google Calendar.
 * - `changed`: the data is out of date. `page` is the sender: a page hears its own messages.
 * - `returned`: Google's sign-in has ended in the sending tab; `search` is the result, as in its address.
 * - `received`: the tab that waited for it has the result.
 */
type CalendarMessage =
  | { kind: 'changed'; page: string }
  | { kind: 'returned'; search: string }
  | { kind: 'received' };

/** How long the tab that comes back from Google waits for the one that sent it there. */
const ANSWER_MS = 500;

const PAGE = crypto.randomUUID();

const openChannel = (userId: number, listener?: (message: CalendarMessage) => void) =>
  openTabChannel<CalendarMessage>(`daymark.calendar.${userId}`, listener);

/** Tells the person's other tabs that their Google Calendar data is out of date. */
export function broadcastCalendarChange(userId: number): void {
  const channel = openChannel(userId);
  channel.broadcast({ kind: 'changed', page: PAGE });
  channel.close();
}

/** Calls back when another tab broadcasts that Google Calendar data has changed. Returns a function that unsubscribes. */
export function onCalendarChangeElsewhere(userId: number, listener: () => void): () => void {
  return openChannel(userId, (message) => {
    if (message.kind === 'changed' && message.page !== PAGE) listener();
  }).close;
}

/** Tells the tab that waits for Google's sign-in how it ended. Resolves to whether there is one. */
export function reportReturn(userId: number, search: string): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isReceived: boolean) => {
      clearTimeout(timer);
      channel.close();
      resolve(isReceived);
    };
    const timer = setTimeout(() => settle(false), ANSWER_MS);
    const channel = openChannel(userId, ({ kind }) => kind === 'received' && settle(true));
    channel.broadcast({ kind: 'returned', search });
  });
}

/** Waits for the end of Google's sign-in in another tab. Returns a function that stops waiting. */
export function onReturnElsewhere(userId: number, listener: (search: string) => void): () => void {
  const channel = openChannel(userId, (message) => {
    if (message.kind !== 'returned') return;
    channel.broadcast({ kind: 'received' });
    listener(message.search);
  });
  return channel.close;
}
