import { useForm, useWatch } from 'react-hook-form';
import { sentenceOf } from '../../../lib/api/call';
import { useSyncStatus } from '../../../sync/useSync';
import { Button } from '../../../ui/controls/Button';
import { Dialog } from '../../../ui/dialogs/Dialog';
import css from '../signIn/AccountForm.module.css';
import { useSignOut } from './accountQueries';
import { EndedTooChecks } from './EndedTooChecks';
import { FormErrorMessage } from '../signIn/FormErrorMessage';

/**
 * Signs out every other device. Asks whether to sign out this one too, and which grants to revoke. Default export,
 * because it is loaded lazily.
 */
export default function SignOutDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    defaultValues: { thisDevice: false, apiTokens: true, calendarFeed: true },
  });
  const thisDevice = useWatch({ control: form.control, name: 'thisDevice' });
  const signOut = useSignOut();
  const { waiting, rejected } = useSyncStatus();
  const unsent = waiting + rejected;
  return (
    <Dialog
      title="Sign out everywhere"
      text="Every other device is signed out at once. Changes that a device has not sent yet stay on it, for your next sign-in there."
      onClose={onClose}
      actions={
        <Button
          variant="contained"
          color="error"
          disabled={signOut.isPending}
          onClick={form.handleSubmit((chosen) => signOut.mutate(chosen, { onSuccess: onClose }))}
        >
          {signOut.isPending ? 'Signing out…' : 'Sign Out'}
        </Button>
      }
    >
      <div className={css.form}>
        <label className={css.check}>
          <input type="checkbox" {...form.register('thisDevice')} />
          <span>
            Sign out this device too
            {thisDevice && unsent > 0 && (
              <>
                . {unsent === 1 ? '1 change isn’t' : `${unsent} changes aren’t`} saved yet and will
                be lost
              </>
            )}
          </span>
        </label>
        <EndedTooChecks propsOf={form.register} />
        <FormErrorMessage>{signOut.error ? sentenceOf(signOut.error) : undefined}</FormErrorMessage>
      </div>
    </Dialog>
  );
}
