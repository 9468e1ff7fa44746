let waiting: (() => void)[] = [];

/**
 * Runs some work once the next frame is painted, so that what the person did is seen first. Work that waits for the same
 * frame runs together, so that React renders it as one.
 */
export function afterPaint(work: () => void): void {
  // A page in the background is not painted.
  if (document.visibilityState === 'hidden') {
    runAll();
    work();
    return;
  }
  // What is set up in a frame's callback comes after its paint.
  if (waiting.length === 0) {
    requestAnimationFrame(() => setTimeout(runAll));
    // The frame never comes if the page goes to the background before.
    document.addEventListener('visibilitychange', runAll, { once: true });
  }
  waiting.push(work);
}

function runAll(): void {
  const works = waiting;
  waiting = [];
  for (const work of works) work();
}
