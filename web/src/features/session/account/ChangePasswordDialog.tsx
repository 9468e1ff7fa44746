import { PASSWORD_MIN, Registration, type SignInMethods } from '@daymark/contract/user';
import { useState } from 'react';
import { sentenceOf } from '../../../lib/api/call';
import { Button } from '../../../ui/controls/Button';
import { Dialog } from '../../../ui/dialogs/Dialog';
import { TextInput } from '../../../ui/fields/TextInput';
import css from '../signIn/AccountForm.module.css';
import { useChangePassword } from './accountQueries';
import { EndedTooChecks } from './EndedTooChecks';
import { FormErrorMessage } from '../signIn/FormErrorMessage';
import { useOwnerConfirmation } from './useOwnerConfirmation';

interface ChangePasswordDialogProps {
  methods: SignInMethods;
  onClose: () => void;
}

/** Sets or changes the password. Default export, because it is loaded lazily. */
export default function ChangePasswordDialog({ methods, onClose }: ChangePasswordDialogProps) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [ended, setEnded] = useState({ apiTokens: true, calendarFeed: true });
  const [isConfirming, setConfirming] = useState(false);
  const { field, confirm } = useOwnerConfirmation(methods, {
    label: 'Current password',
    autoFocus: true,
  });
  const change = useChangePassword();
  const isBusy = isConfirming || change.isPending;

  async function submit() {
    const parsed = Registration.shape.password.safeParse(password);
    setError(parsed.error?.issues[0]?.message);
    if (!parsed.success) return;
    setConfirming(true);
    const bearer = await confirm();
    setConfirming(false);
    if (bearer === undefined) return;
    change.mutate({ password, bearer, ...ended }, { onSuccess: onClose });
    const { forgetConfirmation } = await import('../../../lib/firebase/ownerConfirmation');
    await forgetConfirmation();
  }

  return (
    <Dialog
      title={methods.password ? 'Change your password' : 'Set a password'}
      text="Your other devices are signed out. This one stays signed in."
      onClose={onClose}
      isDirty={password !== ''}
      actions={
        <Button type="submit" form="change-password" variant="contained" disabled={isBusy}>
          {isBusy ? 'Saving…' : methods.password ? 'Change Password' : 'Set Password'}
        </Button>
      }
    >
      <form
        id="change-password"
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {field}
        <TextInput
          label="New password"
          type="password"
          autoComplete="new-password"
          value={password}
          hint={`At least ${PASSWORD_MIN} characters`}
          error={error}
          onChange={({ target }) => setPassword(target.value)}
        />
        <EndedTooChecks value={ended} onChange={setEnded} />
        <FormErrorMessage>{change.error ? sentenceOf(change.error) : undefined}</FormErrorMessage>
      </form>
    </Dialog>
  );
}
