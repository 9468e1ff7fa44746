import ListItemIcon from '@mui/material/ListItemIcon';
import MuiMenu from '@mui/material/Menu';
import MuiMenuItem from '@mui/material/MenuItem';
import type { LucideIcon } from 'lucide-react';
import { MuiTheme } from '../theme/MuiTheme';
import { useCloseOnBack } from './useCloseOnBack';

export interface MenuItem {
  label: string;
  Icon: LucideIcon | undefined;
  isDisabled?: boolean;
  /** Whether this is the chosen item, in a group of items of which exactly one is chosen. */
  isChecked?: boolean;
  onSelect: () => void;
}

interface MenuProps {
  /**
   * The button below which the menu opens, aligned at the right. On a phone the menu is at the lower edge of the
   * screen.
   */
  anchor: HTMLElement;
  items: readonly MenuItem[];
  /** Whether the menu opens above the button, because the button is at the lower edge of the screen. */
  isAbove?: boolean;
  onClose: () => void;
}

/** A menu of actions. This module imports MUI, so use the menu only in lazily loaded components. */
export function Menu({ anchor, items, isAbove = false, onClose }: MenuProps) {
  const close = () => {
    onClose();
    anchor.focus();
  };
  useCloseOnBack(close);
  return (
    <MuiTheme>
      <MuiMenu
        open
        anchorEl={anchor}
        // Inside the main landmark, where screen readers and axe expect it. An open drawer hides that landmark.
        container={anchor.closest<HTMLElement>('[data-drawer]') ?? document.getElementById('main')}
        onClose={close}
        anchorOrigin={{ vertical: isAbove ? 'top' : 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: isAbove ? 'bottom' : 'top', horizontal: 'right' }}
        // A selected item's action moves the focus. The focus returns to the button only if nothing is selected
        // (close).
        disableRestoreFocus
      >
        {items.map(({ label, Icon, isDisabled, isChecked, onSelect }) => (
          <MuiMenuItem
            key={label}
            disabled={isDisabled}
            onClick={onSelect}
            {...(isChecked !== undefined && { role: 'menuitemradio', 'aria-checked': isChecked })}
          >
            <ListItemIcon>{Icon && <Icon size={16} aria-hidden="true" />}</ListItemIcon>
            <span dir="auto">{label}</span>
          </MuiMenuItem>
        ))}
      </MuiMenu>
    </MuiTheme>
  );
}
