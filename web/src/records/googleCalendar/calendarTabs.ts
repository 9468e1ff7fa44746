import { openTabChannel } from '../../lib/browser/tabChannel';

/**
 * Messages between a person's tabs about Google's sign-in.
 * - `returned`: Google's sign-in has ended in the sending tab. `search` is the result, as in that tab's address.
 * - `received`: the tab that waited for the sign-in has the result.
 */
type SignInMessage = { kind: 'returned'; search: string } | { kind: 'received' };

/** How long a tab that comes back from Google waits for the tab that opened it to respond, in ms. */
const RESPONSE_MS = 500;

const openChannel = (userId: number, listener?: (message: SignInMessage) => void) =>
  openTabChannel<SignInMessage>(`daymark.calendar.${userId}`, listener);

/** Tells the tab that waits for Google's sign-in how it ended. Resolves to whether there is such a tab. */
export function reportReturn(userId: number, search: string): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isReceived: boolean) => {
      clearTimeout(timer);
      channel.close();
      resolve(isReceived);
    };
    const timer = setTimeout(() => settle(false), RESPONSE_MS);
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
