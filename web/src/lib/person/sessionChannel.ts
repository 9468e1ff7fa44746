import { openTabChannel, type TabChannel } from '../browser/tabChannel';

/*
 * The tabs of one browser share its cookie, so a tab must not continue to show one person after another has signed in.
 */
let channel: TabChannel<number | null> | undefined;
const listeners = new Set<(userId: number | null) => void>();

/** Opens the channel on first use. An open channel would keep the build, which draws the public pages, from ending. */
const open = () =>
  (channel ??= openTabChannel('daymark.session', (userId) =>
    listeners.forEach((listener) => listener(userId)),
  ));

/** Tells the other tabs who is signed in from now on. `null` means nobody. */
export const broadcastSession = (userId: number | null): void => open().broadcast(userId);

/** Calls back when someone has signed in or out in another tab. */
export function onSessionElsewhere(listener: (userId: number | null) => void): void {
  listeners.add(listener);
  open();
}
