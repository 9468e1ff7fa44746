/** A channel that broadcasts messages of one type to this browser's other tabs. */
export interface TabChannel<Message> {
  /** Does nothing once the channel is closed. */
  broadcast: (message: Message) => void;
  close: () => void;
}

/**
 * Opens the channel with this name. If the browser has no channels, or blocks them with its storage, tabs work without
 * messages from each other.
 */
export function openTabChannel<Message>(
  name: string,
  onMessage?: (message: Message) => void,
): TabChannel<Message> {
  let channel = open(name);
  if (onMessage) channel?.addEventListener('message', ({ data }) => onMessage(data as Message));
  return {
    broadcast: (message) => channel?.postMessage(message),
    close() {
      channel?.close();
      channel = undefined;
    },
  };
}

function open(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
