import ListItemIcon from '@mui/material/ListItemIcon';
import MuiMenu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { LucideIcon } from 'lucide-react';
import { MuiTheme } from './MuiTheme';

interface MenuProps {
  /** The button it opens below, aligned at the right edge. */
  anchor: HTMLElement;
  items: readonly { label: string; Icon: LucideIcon; onSelect: () => void }[];
  onClose: () => void;
}

/** A menu of actions. It imports MUI: use it in lazily loaded components only. */
export function Menu({ anchor, items, onClose }: MenuProps) {
  return (
    <MuiTheme>
      <MuiMenu
        open
        anchorEl={anchor}
        // Inside the main landmark, where screen readers and axe expect it.
        container={document.getElementById('main')}
        onClose={() => {
          onClose();
          anchor.focus();
        }}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        // The selected item moves the focus itself; only closing the menu returns it to the button (onClose).
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
