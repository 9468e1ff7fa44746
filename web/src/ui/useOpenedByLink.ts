import { useState } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Whether a dialog is open, and what opens and closes it. A link whose state `isAsked` accepts opens it, also one that is
 * followed on the dialog's own screen.
 */
export function useOpenedByLink(isAsked: (state: unknown) => boolean) {
  const { state, key } = useLocation() as { state: unknown; key: string };
  const [openedBy, setOpenedBy] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  if (isAsked(state) && openedBy !== key) {
    setOpenedBy(key);
    setOpen(true);
  }
  return [isOpen, setOpen] as const;
}
