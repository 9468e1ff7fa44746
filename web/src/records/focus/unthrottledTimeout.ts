let worker: Worker | undefined;
let ids = 0;
const waiting = new Map<number, () => void>();

/** Calls back after `ms`, on time in a hidden page too. Returns a function that cancels the call. */
export function unthrottledTimeout(ms: number, work: () => void): () => void {
  const clock = start();
  if (!clock) {
    const timeout = setTimeout(work, ms);
    return () => clearTimeout(timeout);
  }
  const id = ids++;
  waiting.set(id, work);
  clock.postMessage({ id, ms });
  return () => {
    if (waiting.delete(id)) clock.postMessage({ id });
  };
}

function start(): Worker | undefined {
  if (worker) return worker;
  try {
    worker = new Worker(new URL('./timeoutWorker.ts', import.meta.url), { type: 'module' });
  } catch {
    // A browser without workers uses an ordinary timeout.
    return undefined;
  }
  worker.addEventListener('message', ({ data }: MessageEvent<number>) => {
    const work = waiting.get(data);
    waiting.delete(data);
    work?.();
  });
  return worker;
}
