import type { SignInMethods } from '@daymark/contract/user';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../../lib/api/call';
import { Button } from '../../../ui/controls/Button';
import { Dialog } from '../../../ui/dialogs/Dialog';
import { lazyComponent } from '../../../ui/lazyComponent';
import { toast } from '../../../ui/toasts/toast';
import css from './AccountForm.module.css';
import { useRefreshedMethods } from '../account/accountQueries';
import { FormErrorMessage } from './FormErrorMessage';
import type { ChosenGoogleAccount } from './GoogleAccountPicker';
import { useOwnerConfirmation } from '../account/useOwnerConfirmation';

const EMULATED = import.meta.env.MODE === 'emulator';

// The condition is written out, so that a production build drops the picker and its chunk.
const GoogleAccountPicker =
  import.meta.env.MODE === 'emulator'
    ? lazyComponent(() => import('./GoogleAccountPicker'))
    : () => null;

const loadConfirmation = () => import('../../../lib/firebase/ownerConfirmation');

interface GoogleSignInDialogProps {
  methods: SignInMethods;
  onClose: () => void;
}

/**
 * Joins sign-in with Google to the account, or removes it. The dialog asks for the password first. To join, the person
 * then presses a second button, because browsers block Google's window unless a click opens it. Default export, because
 * it is loaded lazily.
 */
export default function GoogleSignInDialog({ methods, onClose }: GoogleSignInDialogProps) {
  const isJoined = methods.google;
  const { field, confirm } = useOwnerConfirmation(
    { password: true, google: false },
    { autoFocus: true },
  );
  const [isConfirmed, setConfirmed] = useState(false);
  const [isPicking, setPicking] = useState(false);
  const refresh = useRefreshedMethods();
  const close = () => {
    void loadConfirmation().then(({ forgetConfirmation }) => forgetConfirmation());
    onClose();
  };
  const done = async (title: string) => {
    await refresh();
    toast({ title });
    close();
  };
  const remove = useMutation({
    mutationFn: async () => {
      if ((await confirm()) === undefined) return false;
      await (await loadConfirmation()).leaveGoogle();
      return true;
    },
    onSuccess: (isRemoved) => (isRemoved ? done('Sign-in with Google removed') : undefined),
  });
  const check = useMutation({
    mutationFn: confirm,
    onSuccess: (token) => setConfirmed(token !== undefined),
  });
  const join = useMutation({
    mutationFn: async (chosen: ChosenGoogleAccount | undefined) => {
      if (chosen) return chosen.join();
      return (await loadConfirmation()).joinGoogle();
    },
    onSuccess: () => done('You can now sign in with Google'),
  });
  const error = remove.error ?? check.error ?? join.error;
  const isBusy = remove.isPending || check.isPending || join.isPending;
  const submit = () => {
    if (isJoined) remove.mutate();
    else if (!isConfirmed) check.mutate();
    else if (EMULATED) setPicking(true);
    else join.mutate(undefined);
  };
  return (
    <Dialog
      title={isJoined ? 'Remove sign-in with Google' : 'Sign in with Google as well'}
      text={
        isJoined
          ? 'You’ll then sign in with your email and password. A connected Google Calendar stays connected.'
          : isConfirmed
            ? 'Choose the Google account in the window that opens.'
            : 'You keep your password. First, confirm that it’s you.'
      }
      onClose={close}
      actions={
        <Button
          type="submit"
          form="google-sign-in"
          variant="contained"
          color={isJoined ? 'error' : 'primary'}
          disabled={isBusy}
        >
          {isJoined ? 'Remove' : isConfirmed ? 'Continue with Google' : 'Continue'}
        </Button>
      }
    >
      <form
        id="google-sign-in"
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {!isConfirmed && field}
        <FormErrorMessage>{error ? sentenceOf(error) : undefined}</FormErrorMessage>
      </form>
      {isPicking && (
        <GoogleAccountPicker
          onChoose={(chosen) => {
            setPicking(false);
            join.mutate(chosen);
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </Dialog>
  );
}
