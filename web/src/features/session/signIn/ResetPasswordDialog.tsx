import { Credentials, DEMO_ACCOUNT } from '@daymark/contract/user';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { Dialog } from '../../../ui/dialogs/Dialog';
import { sentenceOf } from '../../../lib/api/call';
import { loadFirebase } from '../../../lib/firebase/loadFirebase';
import { TextInput } from '../../../ui/fields/TextInput';
import { FormErrorMessage } from './FormErrorMessage';
import { Button } from '../../../ui/controls/Button';

const ResetForm = z.object({
  email: Credentials.shape.email.check(
    z.refine(
      (email: string) => email !== DEMO_ACCOUNT.email,
      'The demo account’s password can’t be changed.',
    ),
  ),
});

interface ResetPasswordDialogProps {
  email: string;
  onClose: () => void;
}

/** Asks Firebase to send its password-reset mail (product §10). Default export, because it is loaded lazily. */
export default function ResetPasswordDialog({ email, onClose }: ResetPasswordDialogProps) {
  const form = useForm({ resolver: zodResolver(ResetForm), defaultValues: { email } });
  const reset = useMutation({
    mutationFn: async (address: string) => {
      const { sendReset } = await loadFirebase();
      await sendReset(address);
    },
  });
  return (
    <Dialog
      title="Reset your password"
      text={
        reset.isSuccess ? (
          <span role="status">
            If {reset.variables} has an account, a link to choose a new password is on its way.
          </span>
        ) : (
          'We’ll send you a link to choose a new one.'
        )
      }
      onClose={onClose}
      dismiss={reset.isSuccess ? 'Close' : 'Cancel'}
      actions={
        !reset.isSuccess && (
          <Button type="submit" form="reset-form" variant="contained" disabled={reset.isPending}>
            {reset.isPending ? 'Sending...' : 'Send reset link'}
          </Button>
        )
      }
    >
      {!reset.isSuccess && (
        <form
          id="reset-form"
          noValidate
          onSubmit={form.handleSubmit((values) => reset.mutate(values.email))}
        >
          <TextInput
            label="Email"
            type="email"
            autoComplete="email"
            autoFocus
            error={form.formState.errors.email?.message}
            {...form.register('email')}
          />
        </form>
      )}
      <FormErrorMessage>{reset.error ? sentenceOf(reset.error) : undefined}</FormErrorMessage>
    </Dialog>
  );
}
