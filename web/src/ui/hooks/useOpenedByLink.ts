import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { OpenState } from '../../lib/paths';

/**
 * Returns whether a dialog is open, and the function that opens or closes it. A link opens the dialog if `isAsked`
 * returns true for the link's state, even on the dialog's own screen.
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

/**
 * Runs `open` once for each followed link with a state, as soon as `isReady` is true. The link may be on the same
 * screen.
 */
export function useLinkState(open: (state: OpenState) => void, isReady = true): void {
  const { state, key } = useLocation() as { state: OpenState | null; key: string };
  const onLink = useEffectEvent(() => {
    if (state) open(state);
  });
  useEffect(() => {
    if (isReady) onLink();
  }, [key, isReady]);
}

/**
 * Runs `act` if the address has this parameter, as soon as `isReady` is true. The parameter is then removed, so that a
 * reload or Back doesn't run `act` again. Any website can link to any address, so `act` may only show, fill in or focus
 * something. Changing data requires a press.
 */
export function useAddressParameter(
  name: string,
  act: (value: string) => void,
  isReady = true,
): void {
  const [search, setSearch] = useSearchParams();
  const isAsked = isReady && search.has(name);
  const onAsked = useEffectEvent(() => {
    const rest = new URLSearchParams(search);
    rest.delete(name);
    setSearch(rest, { replace: true });
    act(search.get(name) ?? '');
  });
  useEffect(() => {
    if (isAsked) onAsked();
  }, [isAsked]);
}
