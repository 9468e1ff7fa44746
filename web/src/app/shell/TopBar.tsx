import { Menu } from 'lucide-react';
import { useState } from 'react';
import { PRODUCT } from '../../lib/product';
import { Mark } from '../../ui/Mark';
import { IconButton } from '../../ui/IconButton';
import { lazyDialog } from '../../ui/lazyDialog';
import { SyncIndicator } from './SyncIndicator';
import css from './TopBar.module.css';

const SlideOutMenu = lazyDialog(() => import('./SlideOutMenu'));

/** The phone's top bar: the product's name, and the Menu button with what it opens. */
export function TopBar({ onReflect }: { onReflect: () => void }) {
  // `unopened` keeps the menu's code unloaded; afterwards it stays mounted, so that closing can slide.
  const [menu, setMenu] = useState<'unopened' | 'open' | 'closed'>('unopened');
  return (
    <header className={css.bar}>
      <strong>
        <Mark size={22} /> {PRODUCT}
      </strong>
      <SyncIndicator compact />
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
