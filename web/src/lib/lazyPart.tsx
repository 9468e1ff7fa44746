import { lazy, useState, type ComponentType } from 'react';
import { fetchPart, partOf } from './preload';

/**
 * A component whose code is fetched when it is first drawn, as by React's `lazy`; but one that was preloaded is drawn
 * at once. React waits a moment for any lazy component, shows the fallback, and whatever comes after a fallback not
 * before 300 ms: a third of a second for code that is here.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Waiting = lazy(() => fetchPart(load)) as unknown as ComponentType<Props>;
  return function Part(props: Props) {
    // Once: another component in its place would begin anew.
    const [Drawn] = useState(() => partOf(load)?.default ?? Waiting);
    return <Drawn {...props} />;
  };
}
