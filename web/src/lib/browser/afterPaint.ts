let waiting: (() => void)[] = [];

/**
 * Runs some work once the next frame is painted, so that what the person did is seen first. Work that waits for the same
 * frame runs together, so that React renders it as one.
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
    // The frame never comes if the page goes to the background before.
    document.addEventListener('visibilitychange', runWaiting, { once: true });
  }
  waiting.push(work);
}

/** What is set up in a frame's callback comes after its paint. What is added from here on waits for the next frame. */
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
