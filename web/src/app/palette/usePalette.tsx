import { useEffect, useState, type ReactNode } from 'react';
import { preloadLater } from '../../lib/preload';
import { lazyDialog } from '../../ui/lazyDialog';
import { startTypingAhead, stopTypingAhead } from './typedAhead';

const Palette = lazyDialog(() => import('./Palette'));

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
  const open = () => {
    startTypingAhead();
    setState('open');
  };
  useEffect(() => preloadLater(Palette.preload), []);
  return {
    open,
    preload: Palette.preload,
    palette: state !== 'unopened' && (
      <Palette
        isOpen={state === 'open'}
        {...ways}
        onClose={() => {
          // Also when its code can't be loaded.
          stopTypingAhead(() => undefined);
          setState('closed');
        }}
      />
    ),
  };
}
