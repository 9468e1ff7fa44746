import { MoonStar } from 'lucide-react';
import { Link } from 'react-router-dom';
import { MiniTimer } from '../../features/focus/MiniTimer';
import { useUser } from '../../features/session/userContext';
import { paths } from '../../lib/paths';
import { PRODUCT } from '../../lib/product';
import { Mark } from '../../ui/layout/Mark';
import { NavLinks } from './NavLinks';
import { PersonPanel } from './PersonPanel';
import { SearchButton, type SearchOpening } from './SearchButton';
import { ShellButton } from './ShellButton';
import { NewVersion } from './NewVersion';
import { SyncIndicator } from './SyncIndicator';
import css from './ShellColumn.module.css';

interface ShellColumnProps {
  /** Whether the column is the desktop's sidebar or the phone's slide-out menu. */
  place: 'menu' | 'sidebar';
  onReflect: () => void;
  /** The search, in the sidebar only. The phone's search is in its top bar. */
  search?: SearchOpening;
  onNavigate?: () => void;
}

/** Shows the product's name, the entries, Daily Reflection and the person, from top to bottom. */
export function ShellColumn({ place, onReflect, search, onNavigate }: ShellColumnProps) {
  const { id } = useUser();
  return (
    <div className={css.column}>
      <div className={css.top}>
        <Link to={paths.today} onClick={onNavigate}>
          <Mark size={24} /> {PRODUCT}
        </Link>
        {search && <SearchButton {...search} />}
      </div>
      <NavLinks {...(onNavigate && { onNavigate })} />
      <ShellButton look="light" onClick={onReflect}>
        <MoonStar size={16} aria-hidden="true" />
        Daily Reflection
      </ShellButton>
      <div className={css.space} />
      {place === 'sidebar' && <MiniTimer userId={id} />}
      <NewVersion />
      <SyncIndicator onNavigate={onNavigate} />
      <PersonPanel place={place} onNavigate={onNavigate} />
    </div>
  );
}
