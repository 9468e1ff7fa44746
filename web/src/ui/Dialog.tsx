import MuiDialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactNode } from 'react';
import css from './Dialog.module.css';
import { MuiTheme } from './MuiTheme';

interface DialogProps {
  title: string;
  /** A sentence below the title; it also describes the dialog to screen readers. */
  text?: ReactNode;
  children?: ReactNode;
  /** The buttons, the least weighty first. */
  actions: ReactNode;
  onClose: () => void;
  /** Something was typed: a click beside the dialog doesn't throw it away. */
  dirty?: boolean;
  /** 444 or 600 px at most. */
  width?: 'xs' | 'sm';
  role?: 'dialog' | 'alertdialog';
}

/** A dialog over the screen. It pulls MUI in: import it from lazily loaded components only. */
export function Dialog({
  title,
  text,
  children,
  actions,
  onClose,
  dirty = false,
  width = 'xs',
  role = 'dialog',
}: DialogProps) {
  const id = useId();
  return (
    <MuiTheme>
      <MuiDialog
        open
        onClose={(_, reason) => {
          if (!dirty || reason === 'escapeKeyDown') onClose();
        }}
        fullWidth
        maxWidth={width}
        role={role}
        aria-labelledby={`${id}-title`}
        aria-describedby={text ? `${id}-text` : undefined}
      >
        <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
        <DialogContent>
          {text && (
            <p className={css.text} id={`${id}-text`}>
              {text}
            </p>
          )}
          {children}
        </DialogContent>
        <DialogActions>{actions}</DialogActions>
      </MuiDialog>
    </MuiTheme>
  );
}
