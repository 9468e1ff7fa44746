import { useEffect, useState, type ReactNode } from 'react';
import { preloadLater } from '../../lib/browser/preload';
import { lazyComponent } from '../../ui/lazyComponent';

const Palette = lazyComponent(() => import('./Palette'));

interface OpenedPalette {
  open: () => void;
  preload: () => void;
  /** To be rendered once. */
  palette: ReactNode;
}

/** The palette, and what opens it. Its code is loaded when it is about to be opened, or once the screen is there. */
export function usePalette(ways: {
  onReflect: () => void;
  onShortcuts: () => void;
}): OpenedPalette {
  // `unopened` keeps its code unloaded; afterwards it stays, because it has the dialogs of what was chosen in it.
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
