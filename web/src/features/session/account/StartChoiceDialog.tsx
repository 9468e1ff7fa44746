import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, sentenceOf } from '../../../lib/api/call';
import { useSync } from '../../../sync/useSync';
import { Button } from '../../../ui/controls/Button';
import { Dialog } from '../../../ui/dialogs/Dialog';
import { FormErrorMessage } from '../signIn/FormErrorMessage';
import { updateSession } from '../../../records/account/sessionQuery';
import { useUser } from '../userContext';

/**
 * Asks the owner whether to keep the records of an account that was used with a password while its address was not
 * confirmed. If the dialog is closed without a choice, it opens again at the next start. Default export, because it is
 * loaded lazily.
 */
export default function StartChoiceDialog({ onClose }: { onClose: () => void }) {
  const { id, email } = useUser();
  const client = useQueryClient();
  const sync = useSync();
  const choice = useMutation({
    mutationFn: (keep: boolean) => call('chooseStart', { body: { keep } }, { as: id }),
    onSuccess: async (user) => {
      updateSession(client, user);
      await sync.pull();
      onClose();
    },
  });
  return (
    <Dialog
      role="alertdialog"
      width="sm"
      title="Someone used this account with a password"
      text={
        <>
          Before you signed in with Google, someone used this account with a password, and no one
          had confirmed that {email} is theirs. If that wasn’t you, what’s in the account may not be
          yours. We signed out every device, disconnected Google Calendar and revoked API tokens and
          the calendar feed, and that password no longer works. To set a new one, choose{' '}
          <b>Forgot password?</b> on the login page.
        </>
      }
      dismiss={null}
      onClose={onClose}
      actions={
        <>
          <Button color="error" disabled={choice.isPending} onClick={() => choice.mutate(false)}>
            Start empty
          </Button>
          <Button
            variant="contained"
            autoFocus
            disabled={choice.isPending}
            onClick={() => choice.mutate(true)}
          >
            Keep its contents
          </Button>
        </>
      }
    >
      <FormErrorMessage>{choice.error ? sentenceOf(choice.error) : undefined}</FormErrorMessage>
    </Dialog>
  );
}
