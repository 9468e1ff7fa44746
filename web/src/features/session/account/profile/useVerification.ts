import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../../lib/api/call';
import { toast } from '../../../../ui/toasts/toast';
import { updateSession } from '../../../../records/account/sessionQuery';
import { useUser } from '../../userContext';

/** Returns a mutation that sends the confirmation mail again. */
export function useVerification() {
  const { id, email } = useUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('sendVerification', {}, { as: id }),
    onSuccess: (user) => {
      updateSession(client, user);
      if (user.emailVerified) toast({ title: 'Your email address is confirmed' });
      else toast({ title: 'Link sent', description: `We sent a new link to ${email}.` });
    },
    onError: ({ message }) =>
      toast({ title: 'The link wasn’t sent', description: message, severity: 'error' }),
  });
}

/** Shortest time between two checks of whether the address is confirmed, in ms. */
const CHECK_INTERVAL_MS = 30_000;

/**
 * Fetches the user when the person comes back to the page, because the address may now be confirmed. Waits at least
 * `CHECK_INTERVAL_MS` between two requests. The link in the mail opens another page, and this page should not need a
 * reload.
 */
export function useConfirmationCheck(): void {
  const { id } = useUser();
  const client = useQueryClient();
  useEffect(() => {
    let checkedAt = -Infinity;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      timer = undefined;
      checkedAt = Date.now();
      void call('getUser', {}, { as: id })
        .then((user) => updateSession(client, user))
        .catch(() => undefined);
    };
    const onFocus = () => {
      const waitMs = checkedAt + CHECK_INTERVAL_MS - Date.now();
      if (waitMs > 0) timer ??= setTimeout(check, waitMs);
      else check();
    };
    addEventListener('focus', onFocus);
    return () => {
      removeEventListener('focus', onFocus);
      clearTimeout(timer);
    };
  }, [client, id]);
}
