import { Search } from 'lucide-react';
import { ariaShortcut, keyCaps, SHORTCUTS } from '../../lib/shortcuts';
import { ShortcutKeys } from '../../ui/keys/ShortcutKeys';
import css from './SearchButton.module.css';

/** Functions that open the palette and load its code ahead. */
export interface SearchOpening {
  open: () => void;
  preload: () => void;
}

/** The button in the sidebar that opens the palette, with its shortcut. */
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
