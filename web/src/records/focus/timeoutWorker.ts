/*
 * Timeouts for a hidden page. After five minutes, the browser runs the page's own timeouts only once a minute. The
 * browser doesn't throttle a worker's timeouts.
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
