import Modal from '@mui/material/Modal';
import type { ReactNode } from 'react';
import css from './SearchDialog.module.css';
import { useCloseOnBack } from './useCloseOnBack';

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
 * as its results change; on a phone the whole screen. Without MUI's Dialog around it, which takes twice as long to open:
 * a person who searches has begun to type. It imports MUI: use it in lazily loaded components only.
 */
export function SearchDialog({ label, children, onBack, onClose }: SearchDialogProps) {
  useCloseOnBack(onBack);
  return (
    <Modal
      open
      onClose={onBack}
      hideBackdrop
      // Locking it lays out the whole screen again. The dialog's own lists don't scroll it, and its backdrop covers it.
      disableScrollLock
    >
      <div
        className={css.backdrop}
        onMouseDown={({ target, currentTarget }) => {
          if (target === currentTarget) onClose();
        }}
      >
        <div className={css.dialog} role="dialog" aria-modal="true" aria-label={label}>
          {children}
        </div>
      </div>
    </Modal>
  );
}
