import { Menu } from 'lucide-react';
import { useState } from 'react';
import { PRODUCT } from '../../lib/product';
import { Mark } from '../../ui/layout/Mark';
import { IconButton } from '../../ui/controls/IconButton';
import { lazyComponent } from '../../ui/lazyComponent';
import { SearchButton, type SearchOpening } from './SearchButton';
import { SyncIndicator } from './SyncIndicator';
import css from './TopBar.module.css';

const SlideOutMenu = lazyComponent(() => import('./SlideOutMenu'));

interface TopBarProps {
  onReflect: () => void;
  search: SearchOpening;
}

/** The phone's top bar: the product's name, the search, and the Menu button with the menu. */
export function TopBar({ onReflect, search }: TopBarProps) {
  // While `unopened`, the menu isn't drawn, so that its code doesn't have to be loaded. After the menu was opened, it
  // stays mounted, so that it can slide when it closes.
  const [menu, setMenu] = useState<'unopened' | 'open' | 'closed'>('unopened');
  return (
    <header className={css.bar}>
      <strong>
        <Mark size={22} /> {PRODUCT}
      </strong>
      <SyncIndicator compact />
      <SearchButton {...search} />
      <IconButton
        label="Menu"
        aria-haspopup="dialog"
        onPointerDown={SlideOutMenu.preload}
        onClick={() => setMenu('open')}
      >
        <Menu size={22} aria-hidden="true" />
      </IconButton>
      {menu !== 'unopened' && (
        <SlideOutMenu
          open={menu === 'open'}
          onClose={() => setMenu('closed')}
          onReflect={onReflect}
        />
      )}
    </header>
  );
}
