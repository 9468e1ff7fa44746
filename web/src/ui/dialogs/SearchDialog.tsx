import Modal from '@mui/material/Modal';
import type { ReactNode } from 'react';
import css from './SearchDialog.module.css';
import { useCloseOnBack } from './useCloseOnBack';

interface SearchDialogProps {
  label: string;
  children: ReactNode;
  /** Whether the dialog is a single line. On a phone such a dialog is at the lower edge of the screen. */
  isLine?: boolean;
  /** Called for Escape and the browser's Back, which go one step back. */
  onBack: () => void;
  /** Called for a click outside the dialog. */
  onClose: () => void;
}

/**
 * A modal dialog that begins with a search field and has no title. The dialog is near the top of the screen, so that it
 * doesn't jump as its results change. On a phone the dialog fills the screen. MUI's Dialog is not used, because it
 * opens too slowly for a person who has begun to type. This module imports other parts of MUI, so use the dialog only
 * in lazily loaded components.
 */
export function SearchDialog({
  label,
  children,
  isLine = false,
  onBack,
  onClose,
}: SearchDialogProps) {
  useCloseOnBack(onBack);
  return (
    <Modal
      open
      onClose={onBack}
      hideBackdrop
      // Locking the scroll would lay out the whole screen again. The dialog's own lists don't scroll the screen, and
      // the backdrop covers the screen.
      disableScrollLock
    >
      <div
        className={css.backdrop}
        data-line={isLine}
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
