export const isHidden = () => document.visibilityState === 'hidden';

/** Resolves once the page can be seen, or the signal is aborted. */
export const whenShown = (signal: AbortSignal) => whenHidden(false, 0, signal);

/** Resolves once the page has been hidden for `ms` without a break, or the signal is aborted. */
export const whenHiddenFor = (ms: number, signal: AbortSignal) => whenHidden(true, ms, signal);

function whenHidden(wanted: boolean, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted || (ms === 0 && isHidden() === wanted)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const finish = () => {
      clearTimeout(timer);
      done.abort();
      resolve();
    };
    const check = () => {
      clearTimeout(timer);
      if (isHidden() !== wanted) return;
      if (ms === 0) finish();
      else timer = setTimeout(finish, ms);
    };
    document.addEventListener('visibilitychange', check, { signal: done.signal });
    signal.addEventListener('abort', finish, { signal: done.signal });
    check();
  });
}
