const nameOf = (userId: number) => `daymark.calendar.${userId}`;

/** Tells the person's other tabs that what they know of Google's calendars is old. */
export function tellTabs(userId: number): void {
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel(nameOf(userId));
  channel.postMessage('news');
  channel.close();
}

/** Calls back when another tab has news of Google's calendars. Returns the way to stop. */
export function onTabNews(userId: number, hear: () => void): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => undefined;
  const channel = new BroadcastChannel(nameOf(userId));
  channel.addEventListener('message', hear);
  return () => channel.close();
}
