import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/call';
import { toast } from '../../ui/toast';
import { updateSession } from './sessionQueries';
import { useUser } from './userContext';

/** Sends the mail that confirms the person's address again. While it is not confirmed, coming back to the page checks it. */
export function useVerification() {
  const { id, email, emailVerified } = useUser();
  const client = useQueryClient();
  // The link in the mail opens another page. A person who comes back from it should not have to reload this one.
  useEffect(() => {
    if (emailVerified) return undefined;
    const check = () =>
      void call('getUser', {}, { as: id })
        .then((user) => updateSession(client, user))
        .catch(() => undefined);
    addEventListener('focus', check);
    return () => removeEventListener('focus', check);
  }, [client, id, emailVerified]);
  return useMutation({
    mutationFn: () => call('sendVerification', {}, { as: id }),
    onSuccess: (user) => {
      updateSession(client, user);
      if (user.emailVerified) toast({ title: 'Your email address is confirmed' });
      else toast({ title: 'Link sent', description: `We sent a new link to ${email}.` });
    },
    onError: ({ message }) =>
      toast({ title: 'The link was not sent', description: message, severity: 'error' }),
  });
}
