/** Resolves once the page can be seen, or the signal is aborted. */
export function whenShown(signal: AbortSignal): Promise<void> {
  if (document.visibilityState !== 'hidden' || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = new AbortController();
    const check = () => {
      if (document.visibilityState === 'hidden' && !signal.aborted) return;
      done.abort();
      resolve();
    };
    document.addEventListener('visibilitychange', check, { signal: done.signal });
    signal.addEventListener('abort', check, { signal: done.signal });
  });
}
