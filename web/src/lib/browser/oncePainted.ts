const PAINT_TIMEOUT_MS = 1000;

/** Runs some work once the page is painted for the first time, which it must not delay. */
export function oncePainted(work: () => void): void {
  const painted = new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length) run();
  });
  const run = () => {
    painted.disconnect();
    clearTimeout(late);
    work();
  };
  painted.observe({ type: 'paint', buffered: true });
  // A page in the background is not painted.
  const late = setTimeout(run, PAINT_TIMEOUT_MS);
}
