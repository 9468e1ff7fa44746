import ListItemIcon from '@mui/material/ListItemIcon';
import MuiMenu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { LucideIcon } from 'lucide-react';
import { MuiTheme } from './MuiTheme';

interface MenuProps {
  /** The button that it hangs from, right edge on right edge. */
  anchor: HTMLElement;
  items: readonly { label: string; Icon: LucideIcon; onSelect: () => void }[];
  onClose: () => void;
}

/** A menu of things to do. It pulls MUI in: import it from lazily loaded components only. */
export function Menu({ anchor, items, onClose }: MenuProps) {
  return (
    <MuiTheme>
      <MuiMenu
        open
        anchorEl={anchor}
        // Within the content's landmark, where screen readers and axe look for it.
        container={document.getElementById('main')}
        onClose={() => {
          onClose();
          anchor.focus();
        }}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        // What is chosen moves the focus on; only leaving the menu returns it, above.
        disableRestoreFocus
      >
        {items.map(({ label, Icon, onSelect }) => (
          <MenuItem key={label} onClick={onSelect}>
            <ListItemIcon>
              <Icon size={16} aria-hidden="true" />
            </ListItemIcon>
            {label}
          </MenuItem>
        ))}
      </MuiMenu>
    </MuiTheme>
  );
}
