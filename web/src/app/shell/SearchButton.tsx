import { Search } from 'lucide-react';
import { ariaShortcut, keyCaps, SHORTCUTS } from '../../lib/shortcuts';
import { ShortcutKeys } from '../../ui/keys/ShortcutKeys';
import css from './SearchButton.module.css';

/** How the palette is opened, and its code loaded before that. */
export interface SearchOpening {
  open: () => void;
  preload: () => void;
}

/** The sidebar's way into the palette, with its key. */
export function SearchButton({ open, preload }: SearchOpening) {
  return (
    <button
      className={css.search}
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaShortcut('palette')}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={open}
    >
      <Search size={16} aria-hidden="true" />
      Search
      <span aria-hidden="true">
        <ShortcutKeys {...keyCaps(SHORTCUTS.palette.keys[0])} />
      </span>
    </button>
  );
}
