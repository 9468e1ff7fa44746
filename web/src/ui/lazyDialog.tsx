import { Suspense, type ComponentType } from 'react';
import { lazyPart, type LazyPart } from '../lib/lazyPart';
import { DialogBoundary } from './Boundary';

/**
 * The way to load a dialog, menu or other overlay lazily: it is drawn in its own Suspense and error boundary, so that
 * the screen below stays as it is while the code loads, or if it can't be loaded. `preload()` fetches the code before
 * it is needed.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  const Part = lazyPart(load);
  function Dialog(props: Props) {
    return (
      // Closed when its code can't be loaded, so that opening it again tries again.
      <DialogBoundary resetKey={'open' in props && props.open} onError={props.onClose}>
        <Suspense>
          <Part {...props} />
        </Suspense>
      </DialogBoundary>
    );
  }
  return Object.assign(Dialog, { preload: Part.preload });
}
