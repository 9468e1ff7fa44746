import type { SignInMethods } from '@daymark/contract/user';
import { useForm } from 'react-hook-form';
import { sentenceOf } from '../../../lib/api/call';
import { Button } from '../../../ui/controls/Button';
import { Dialog } from '../../../ui/dialogs/Dialog';
import { TextButton } from '../../../ui/controls/TextButton';
import { TextInput } from '../../../ui/fields/TextInput';
import { useExport } from '../../../records/account/exportQueries';
import css from '../signIn/AccountForm.module.css';
import { useDeleteAccount } from './accountQueries';
import { FormErrorMessage } from '../signIn/FormErrorMessage';
import { useOwnerConfirmation } from './useOwnerConfirmation';
import { useUser } from '../userContext';

interface DeleteAccountDialogProps {
  methods: SignInMethods;
  onClose: () => void;
}

/**
 * Lists what is deleted, asks for the name and a fresh sign-in, and deletes the account. Default export, because it is
 * loaded lazily.
 */
export default function DeleteAccountDialog({ methods, onClose }: DeleteAccountDialogProps) {
  const { username, expiresAt } = useUser();
  const form = useForm({ defaultValues: { name: '' } });
  const { errors, isSubmitting } = form.formState;
  const { field, confirm } = useOwnerConfirmation(methods);
  const deletion = useDeleteAccount();
  const download = useExport();
  // The owner of a copy of the demo has no password and no Google account to confirm with.
  const canConfirm = methods.password || methods.google;
  const isBusy = isSubmitting || deletion.isPending;
  const submit = form.handleSubmit(async () => {
    const bearer = canConfirm ? await confirm() : undefined;
    if (canConfirm && bearer === undefined) return;
    deletion.mutate(bearer);
  });

  return (
    <Dialog
      role="alertdialog"
      width="sm"
      title="Delete your account?"
      text="This can’t be undone. No one can restore it, including us."
      onClose={onClose}
      actions={
        <Button
          type="submit"
          form="delete-account"
          variant="contained"
          color="error"
          disabled={isBusy}
        >
          {isBusy ? 'Deleting…' : 'Delete Account'}
        </Button>
      }
    >
      <form id="delete-account" className={css.form} noValidate onSubmit={submit}>
        <ul>
          <li>
            Your tasks, events, notes, reflections, focus sessions, categories and settings are
            deleted.
          </li>
          <li>
            Every device is signed out. Your API tokens and the address of your calendar feed stop
            working.
          </li>
          <li>Google Calendar is disconnected. Nothing changes in your Google account.</li>
          <li>
            {expiresAt === null
              ? 'Your name and email address can be used again.'
              : 'Only this copy of the demo is deleted.'}
          </li>
        </ul>
        <p role={download.error ? 'alert' : 'status'}>
          {download.error ? (
            sentenceOf(download.error)
          ) : download.format ? (
            'Downloading your data…'
          ) : (
            <TextButton onClick={() => download.start('json')}>Download your data first</TextButton>
          )}
        </p>
        <TextInput
          autoFocus
          label={`Type your name, ${username}, to confirm`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          error={errors.name?.message}
          {...form.register('name', {
            validate: (name) => name.trim() === username || `Type ${username} to confirm.`,
          })}
        />
        {canConfirm && field}
        <FormErrorMessage>
          {deletion.error ? sentenceOf(deletion.error) : undefined}
        </FormErrorMessage>
      </form>
    </Dialog>
  );
}
