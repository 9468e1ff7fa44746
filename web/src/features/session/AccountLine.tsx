import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/call';
import { timeText, weekdayDate } from '../../lib/dates';
import { TextButton } from '../../ui/TextButton';
import { toast } from '../../ui/toast';
import css from './AccountLine.module.css';
import { updateSession } from './sessionQueries';
import { useUser } from './userContext';

/** One line above every screen, about the account itself: an address that is not confirmed, or a copy of the demo. */
export function AccountLine() {
  const { id, email, emailVerified, expiresAt } = useUser();
  if (expiresAt !== null) return <DemoLine expires={new Date(expiresAt)} />;
  return emailVerified ? null : <VerificationLine userId={id} email={email} />;
}

function DemoLine({ expires }: { expires: Date }) {
  return (
    <p className={css.line} data-account-line>
      Only you can see this copy of the demo. It will be deleted on {weekdayDate(expires)} at{' '}
      {timeText(expires)}.
    </p>
  );
}

function VerificationLine({ userId, email }: { userId: number; email: string }) {
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: () => call('sendVerification', {}, { as: userId }),
    onSuccess: (user) => {
      updateSession(client, user);
      if (user.emailVerified) toast({ title: 'Your email address is confirmed' });
      else toast({ title: 'Link sent', description: `We sent a new link to ${email}.` });
    },
    onError: ({ message }) =>
      toast({ title: 'The link was not sent', description: message, severity: 'error' }),
  });
  // The link in the mail opens another page. A person who comes back from it should not have to reload this one.
  useEffect(() => {
    const check = () =>
      void call('getUser', {}, { as: userId })
        .then((user) => updateSession(client, user))
        .catch(() => undefined);
    addEventListener('focus', check);
    return () => removeEventListener('focus', check);
  }, [client, userId]);
  return (
    <p className={css.line} data-account-line>
      Please confirm your email address: we sent a link to <b>{email}</b>.{' '}
      <TextButton disabled={again.isPending} onClick={() => again.mutate()}>
        {again.isPending ? 'Sending…' : 'Send again'}
      </TextButton>
    </p>
  );
}
