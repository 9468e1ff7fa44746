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
 * Returns the palette, and the functions that open and preload it. The palette's code is loaded when someone is about
 * to open it, or after the screen has loaded.
 */
export function usePalette(ways: {
  onAddTask: () => void;
  onReflect: () => void;
  onShortcuts: () => void;
}): OpenedPalette {
  // While `unopened`, the palette isn't drawn, so that its code doesn't have to be loaded. After the palette was
  // opened, it stays mounted, because it has the dialogs that its actions open.
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
