/*
 * Timeouts for a hidden page. The browser throttles the page's own timeouts (after five minutes to one a minute), but
 * not a worker's.
 */
const waiting = new Map<number, ReturnType<typeof setTimeout>>();

addEventListener('message', ({ data }: MessageEvent<{ id: number; ms?: number }>) => {
  const { id, ms } = data;
  clearTimeout(waiting.get(id));
  waiting.delete(id);
  if (ms === undefined) return;
  waiting.set(
    id,
    setTimeout(() => {
      waiting.delete(id);
      postMessage(id);
    }, ms),
  );
});
