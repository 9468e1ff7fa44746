let waiting: (() => void)[] = [];

/**
 * Runs some work after the next frame is painted, so that the person first sees the effect of their action. Work that
 * waits for the same frame runs together, so that React renders once.
 */
export function afterPaint(work: () => void): void {
  // A page in the background is not painted.
  if (document.visibilityState === 'hidden') {
    runWaiting();
    work();
    return;
  }
  if (waiting.length === 0) {
    requestAnimationFrame(onFrame);
    // The frame never comes if the page is hidden first.
    document.addEventListener('visibilitychange', runWaiting, { once: true });
  }
  waiting.push(work);
}

/**
 * Schedules the waiting work. A timeout set in a frame's callback runs after that frame is painted. Work that is added
 * from here on waits for the next frame.
 */
function onFrame(): void {
  const works = take();
  if (works.length > 0) setTimeout(run, 0, works);
}

const runWaiting = () => run(take());

function take(): (() => void)[] {
  document.removeEventListener('visibilitychange', runWaiting);
  const works = waiting;
  waiting = [];
  return works;
}

function run(works: readonly (() => void)[]): void {
  for (const work of works) work();
}
