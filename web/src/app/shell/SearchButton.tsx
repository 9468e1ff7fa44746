import { Search } from 'lucide-react';
import { loadShortcuts } from '../../lib/loadShortcuts';
import { ShortcutKeys } from '../../ui/keys/ShortcutKeys';
import { useLaterPart } from '../../ui/dialogs/useLaterPart';
import css from './SearchButton.module.css';

/** How the palette is opened, and its code loaded before that. */
export interface SearchOpening {
  open: () => void;
  preload: () => void;
}

/** The sidebar's way into the palette, with its key. */
export function SearchButton({ open, preload }: SearchOpening) {
  const shortcuts = useLaterPart(loadShortcuts);
  return (
    <button
      className={css.search}
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={shortcuts?.ariaShortcut('palette')}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={open}
    >
      <Search size={16} aria-hidden="true" />
      Search
      <span aria-hidden="true">
        {shortcuts && <ShortcutKeys {...shortcuts.keyCaps(shortcuts.SHORTCUTS.palette.keys[0])} />}
      </span>
    </button>
  );
}
