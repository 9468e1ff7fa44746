import { useState } from 'react';
import { browserStorage } from '../../../../lib/browser/browserStorage';
import { addressLineKey } from '../../../../lib/person/drafts';
import { localDay, timeText, weekdayDate } from '../../../../lib/time/dates';
import { TextButton } from '../../../../ui/controls/TextButton';
import { useNow } from '../../../../ui/hooks/useNow';
import css from './AccountLine.module.css';
import { useUser } from '../../userContext';
import { useConfirmationCheck, useVerification } from './useVerification';

/** One line above every screen, for an unconfirmed address or a copy of the demo. */
export function AccountLine() {
  const { email, emailVerified, expiresAt } = useUser();
  if (expiresAt !== null) return <DemoLine expires={new Date(expiresAt)} />;
  return emailVerified ? null : <VerificationLine email={email} />;
}

function DemoLine({ expires }: { expires: Date }) {
  return (
    <p className={css.line}>
      Only you can see this copy of the demo. It will be deleted on {weekdayDate(expires)} at{' '}
      {timeText(expires)}.
    </p>
  );
}

function VerificationLine({ email }: { email: string }) {
  const again = useVerification();
  useConfirmationCheck();
  const { id } = useUser();
  const today = localDay(useNow());
  const [foldedOn, setFoldedOn] = useState(() => browserStorage.get(addressLineKey(id)));
  if (foldedOn === today) return null;
  const fold = () => {
    browserStorage.set(addressLineKey(id), today);
    setFoldedOn(today);
    document.getElementById('main')?.focus();
  };
  return (
    <p className={css.line}>
      Please confirm your email address: we sent a link to <b>{email}</b>.{' '}
      <TextButton disabled={again.isPending} onClick={() => again.mutate()}>
        {again.isPending ? 'Sending…' : 'Send again'}
      </TextButton>{' '}
      <TextButton onClick={fold}>Hide until tomorrow</TextButton>
    </p>
  );
}
