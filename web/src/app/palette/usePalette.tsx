import { useEffect, useState, type ReactNode } from 'react';
import { preloadLater } from '../../lib/browser/preload';
import { lazyDialog } from '../../ui/dialogs/lazyDialog';
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
    // It waits for its code: keys are for the screen.
    if (state === 'open') return;
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
        onNotLoaded={() => stopTypingAhead(() => undefined)}
        onClose={() => {
          // Also when it can't be drawn.
          stopTypingAhead(() => undefined);
          setState('closed');
        }}
      />
    ),
  };
}
