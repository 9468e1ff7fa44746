import { openTabChannel, type TabChannel } from '../browser/tabChannel';

/*
 * The tabs of one browser share its cookie, so a tab must not go on showing one person after another has signed in.
 */
let channel: TabChannel<number | null> | undefined;
const listeners = new Set<(userId: number | null) => void>();

/** Opened when it is first used: an open channel would keep the build, which draws the public pages, from ending. */
const open = () =>
  (channel ??= openTabChannel('daymark.session', (userId) =>
    listeners.forEach((listener) => listener(userId)),
  ));

/** Tells the other tabs who is signed in from now on, `null` for nobody. */
export const broadcastSession = (userId: number | null): void => open().broadcast(userId);

/** Calls back when another tab has signed somebody in or out. */
export function onSessionElsewhere(listener: (userId: number | null) => void): void {
  listeners.add(listener);
  open();
}
