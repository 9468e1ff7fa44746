import { Menu } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../lib/lazyPart';
import { preload } from '../../lib/preload';
import { PRODUCT } from '../../lib/product';
import { DialogBoundary } from '../../ui/Boundary';
import { Mark } from '../../ui/Mark';
import { IconButton } from '../../ui/IconButton';
import { SyncIndicator } from './SyncIndicator';
import css from './TopBar.module.css';

const loadMenu = () => import('./SlideOutMenu');
const SlideOutMenu = lazyPart(loadMenu);

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
        onPointerDown={() => preload(loadMenu)}
        onClick={() => setMenu('open')}
      >
        <Menu size={22} aria-hidden="true" />
      </IconButton>
      {menu !== 'unopened' && (
        <DialogBoundary resetKey={menu}>
          <Suspense>
            <SlideOutMenu
              open={menu === 'open'}
              onClose={() => setMenu('closed')}
              onReflect={onReflect}
            />
          </Suspense>
        </DialogBoundary>
      )}
    </header>
  );
}
