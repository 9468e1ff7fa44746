import { PASSWORD_MIN, PasswordChange, type SignInMethods } from '@daymark/contract/user';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
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
  const form = useForm({
    resolver: zodResolver(PasswordChange),
    defaultValues: { password: '', apiTokens: true, calendarFeed: true },
  });
  const { errors, dirtyFields, isSubmitting } = form.formState;
  const { field, confirm } = useOwnerConfirmation(methods, {
    label: 'Current password',
    autoFocus: true,
  });
  const change = useChangePassword();
  const isBusy = isSubmitting || change.isPending;

  const submit = form.handleSubmit(async (typed) => {
    const bearer = await confirm();
    if (bearer === undefined) return;
    change.mutate({ ...typed, bearer }, { onSuccess: onClose });
    const { forgetConfirmation } = await import('../../../lib/firebase/ownerConfirmation');
    await forgetConfirmation();
  });

  return (
    <Dialog
      title={methods.password ? 'Change your password' : 'Set a password'}
      text="Your other devices are signed out. This one stays signed in."
      onClose={onClose}
      isDirty={dirtyFields.password === true}
      actions={
        <Button type="submit" form="change-password" variant="contained" disabled={isBusy}>
          {isBusy ? 'Saving…' : methods.password ? 'Change Password' : 'Set Password'}
        </Button>
      }
    >
      <form id="change-password" className={css.form} noValidate onSubmit={submit}>
        {field}
        <TextInput
          label="New password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN} characters`}
          error={errors.password?.message}
          {...form.register('password')}
        />
        <EndedTooChecks propsOf={form.register} />
        <FormErrorMessage>{change.error ? sentenceOf(change.error) : undefined}</FormErrorMessage>
      </form>
    </Dialog>
  );
}
