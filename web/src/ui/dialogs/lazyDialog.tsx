import type { ComponentType } from 'react';
import { lazyPart, type LazyPart } from '../../lib/browser/lazyPart';
import { DialogBoundary } from '../states/Boundary';

/**
 * The way to load a dialog, menu or other overlay lazily: the screen below stays as it is while the code loads, and a notice
 * says if it can't be loaded. `preload()` fetches the code before it is needed.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props & { onNotLoaded?: () => void }> {
  const Part = lazyPart(load);
  function Dialog({ onNotLoaded, ...rest }: Props & { onNotLoaded?: () => void }) {
    const props = rest as unknown as Props;
    const isOpen = !('open' in props) || props.open === true;
    return (
      <DialogBoundary isOpen={isOpen} onClose={props.onClose} onNotLoaded={onNotLoaded}>
        <Part {...props} />
      </DialogBoundary>
    );
  }
  return Object.assign(Dialog, { preload: Part.preload });
}
