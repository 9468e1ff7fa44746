import { useEffect, useState, type ReactNode } from 'react';
import { preloadLater } from '../../lib/browser/preload';
import { lazyComponent } from '../../ui/lazyComponent';

const Palette = lazyComponent(() => import('./Palette'));

interface OpenedPalette {
  open: () => void;
  preload: () => void;
  /** Must be rendered once. */
  palette: ReactNode;
}

/**
 * Returns the palette, and what opens it. Its code is loaded when it is about to be opened, or after the screen has
 * loaded.
 */
export function usePalette(ways: {
  onReflect: () => void;
  onShortcuts: () => void;
}): OpenedPalette {
  // `unopened` keeps the palette's code unloaded. After that it stays mounted, because it has the dialogs of what was
  // chosen in it.
  const [state, setState] = useState<'unopened' | 'open' | 'closed'>('unopened');
  const open = () => setState('open');
  useEffect(() => preloadLater(Palette.preload), []);
  return {
    open,
    preload: Palette.preload,
    palette: state !== 'unopened' && (
      <Palette isOpen={state === 'open'} {...ways} onClose={() => setState('closed')} />
    ),
  };
}
