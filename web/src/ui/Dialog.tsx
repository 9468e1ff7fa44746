import MuiDialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState, type ReactNode } from 'react';
import { Button } from './Button';
import css from './Dialog.module.css';
import { MuiTheme } from './MuiTheme';

interface DialogProps {
  title: string;
  /** A sentence below the title; it also describes the dialog to screen readers. */
  text?: ReactNode;
  children?: ReactNode;
  /** What the button says that closes the dialog; null where `actions` has it. */
  dismiss?: string | null;
  /** The buttons beside it, the least weighty first. */
  actions?: ReactNode;
  /** A button away from the others: the one that is hit by mistake. */
  aside?: ReactNode;
  onClose: () => void;
  /** Something was typed that closing would throw away: every way out but the actions asks first. */
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
  dismiss = 'Cancel',
  actions,
  aside,
  onClose,
  dirty = false,
  width = 'xs',
  role = 'dialog',
}: DialogProps) {
  const id = useId();
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => (dirty ? setIsLeaving(true) : onClose());
  return (
    <MuiTheme>
      <MuiDialog
        open
        onClose={leave}
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
        <DialogActions>
          {aside && <div className={css.aside}>{aside}</div>}
          {dismiss && <Button onClick={leave}>{dismiss}</Button>}
          {actions}
        </DialogActions>
      </MuiDialog>
      {isLeaving && (
        <Dialog
          role="alertdialog"
          title="Discard your changes?"
          text="They haven’t been saved."
          dismiss={null}
          onClose={() => setIsLeaving(false)}
          actions={
            <>
              <Button color="error" onClick={onClose}>
                Discard
              </Button>
              <Button variant="contained" autoFocus onClick={() => setIsLeaving(false)}>
                Keep Editing
              </Button>
            </>
          }
        />
      )}
    </MuiTheme>
  );
}
