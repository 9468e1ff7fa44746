import { Search } from 'lucide-react';
import { ariaShortcut, shortcutText } from '../../lib/shortcuts';
import { IconButton } from '../../ui/controls/IconButton';

/** Functions that open the palette and load its code ahead. */
export interface SearchOpening {
  open: () => void;
  preload: () => void;
}

/** The button that opens the palette, at the product's name in the sidebar and in the phone's top bar. */
export function SearchButton({ open, preload }: SearchOpening) {
  return (
    <IconButton
      label="Search"
      title={`Search (${shortcutText('palette')})`}
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaShortcut('palette')}
      onPointerEnter={preload}
      onPointerDown={preload}
      onFocus={preload}
      onClick={open}
    >
      <Search size={20} aria-hidden="true" />
    </IconButton>
  );
}
