import MuiDialog from '@mui/material/Dialog';
import { useId, type ReactNode } from 'react';
import { MuiTheme } from './MuiTheme';
import css from './SearchDialog.module.css';
import { useCloseOnBack } from './useCloseOnBack';
import { useIsPhone } from './useIsPhone';
import { VisuallyHidden } from './VisuallyHidden';

interface SearchDialogProps {
  label: string;
  children: ReactNode;
  /** Escape and the browser's Back: one step back. */
  onBack: () => void;
  /** A click beside it. */
  onClose: () => void;
}

/**
 * A modal dialog that begins with a search field and has no title: near the top of the screen, so that it does not jump
 * as its results change; on a phone the whole screen. It imports MUI: use it in lazily loaded components only.
 */
export function SearchDialog({ label, children, onBack, onClose }: SearchDialogProps) {
  const id = useId();
  useCloseOnBack(onBack);
  return (
    <MuiTheme>
      <MuiDialog
        open
        onClose={(_, reason) => (reason === 'escapeKeyDown' ? onBack() : onClose())}
        fullWidth
        fullScreen={useIsPhone()}
        maxWidth="sm"
        aria-labelledby={id}
        // It is there with the next frame: a person who searches has begun to type.
        transitionDuration={0}
        classes={{ container: css.container ?? '', paper: css.paper ?? '' }}
      >
        <VisuallyHidden id={id}>{label}</VisuallyHidden>
        {children}
      </MuiDialog>
    </MuiTheme>
  );
}
