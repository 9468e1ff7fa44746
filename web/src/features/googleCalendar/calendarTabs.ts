import { openTabChannel } from '../../lib/tabChannel';

const nameOf = (userId: number) => `daymark.calendar.${userId}`;

/** Tells the person's other tabs that their Google Calendar data is out of date. */
export function broadcastCalendarChange(userId: number): void {
  const channel = openTabChannel<'changed'>(nameOf(userId));
  channel.broadcast('changed');
  channel.close();
}

/** Calls back when another tab broadcasts that Google Calendar data has changed. Returns a function that unsubscribes. */
export function onCalendarChangeElsewhere(userId: number, listener: () => void): () => void {
  return openTabChannel<'changed'>(nameOf(userId), listener).close;
}
