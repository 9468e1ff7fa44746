/*
 * The tabs of one browser share its cookie, so a tab must not go on showing one person after another has signed in.
 */
let channel: BroadcastChannel | undefined;

/** Opened when it is first used: an open channel would keep the build, which draws the public pages, from ending. */
const open = () =>
  'BroadcastChannel' in globalThis
    ? (channel ??= new BroadcastChannel('daymark.session'))
    : undefined;

/** Tells the other tabs who is signed in from now on, `null` for nobody. */
export const announceSession = (userId: number | null): void => open()?.postMessage(userId);

/** Calls back when another tab has signed somebody in or out. */
export function onSessionElsewhere(listener: (userId: number | null) => void): void {
  open()?.addEventListener('message', ({ data }) => listener(data as number | null));
}
