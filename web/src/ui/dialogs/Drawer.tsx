import MuiDrawer from '@mui/material/Drawer';
import type { ReactNode } from 'react';
import { MuiTheme } from '../theme/MuiTheme';
import { useCloseOnBack } from './useCloseOnBack';

interface DrawerProps {
  label: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A panel that slides in from the left, as wide as the sidebar. This module imports MUI, so use the panel only in
 * lazily loaded components.
 */
export function Drawer({ label, open, onClose, children }: DrawerProps) {
  useCloseOnBack(onClose, open);
  return (
    <MuiTheme>
      <MuiDrawer open={open} onClose={onClose} slotProps={{ paper: { 'aria-label': label } }}>
        <div data-drawer style={{ display: 'contents' }}>
          {children}
        </div>
      </MuiDrawer>
    </MuiTheme>
  );
}
