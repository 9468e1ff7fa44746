import { lazy, useState, type ComponentType } from 'react';
import { fetchPart, loadedPart, PartNotLoaded, preload } from './preload';

/** A component whose code is fetched when it is first drawn, or before that with `preload()`. */
export type LazyPart<Props> = ComponentType<Props> & { preload: () => void };

/**
 * Like React's `lazy`, but a part that was preloaded is drawn at once. React's own lazy components always show their
 * fallback first, and React keeps a fallback for at least 300 ms, even when the code is already loaded. They also fail
 * forever once they have failed: this one can be tried again after `PartNotLoaded.forget()`. Not before an error boundary
 * has the error: React draws a part that failed once more by itself, and would never stop.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  const fetching = () =>
    lazy(() =>
      fetchPart(load).catch((error: unknown) => {
        if (error instanceof PartNotLoaded) error.forget = () => void (Fetching = fetching());
        throw error;
      }),
    ) as unknown as ComponentType<Props>;
  let Fetching = fetching();
  function Part(props: Props) {
    // Chosen once: with another component in its place React would throw away the part's state.
    const [Drawn] = useState(() => loadedPart(load)?.default ?? Fetching);
    return <Drawn {...props} />;
  }
  return Object.assign(Part, { preload: () => preload(load) });
}
