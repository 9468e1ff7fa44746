import { useState, type ReactNode } from 'react';
import { Button } from '../../../../ui/controls/Button';
import { lazyComponent } from '../../../../ui/lazyComponent';
import { SettingRow } from '../../../../ui/layout/SettingRow';
import { TextButton } from '../../../../ui/controls/TextButton';
import { TextInput } from '../../../../ui/fields/TextInput';
import { VisuallyHidden } from '../../../../ui/layout/VisuallyHidden';
import { useSignInMethods } from '../accountQueries';
import css from './ProfileSection.module.css';
import { useUser } from '../../userContext';
import { UsernameError } from '../../UsernameError';
import { useUsername } from './useUsername';
import { useVerification } from './useVerification';

const ChangePasswordDialog = lazyComponent(() => import('../ChangePasswordDialog'));
const GoogleSignInDialog = lazyComponent(() => import('../../signIn/GoogleSignInDialog'));

/**
 * Shows the person's name, address and ways to sign in. In a copy of the demo, the person can't change any of this
 * data.
 */
export function ProfileSection() {
  const { email, emailVerified, expiresAt, username } = useUser();
  if (expiresAt === null)
    return (
      <>
        <NameRow />
        <SettingRow
          title="Email"
          text={
            <>
              {email} · {emailVerified ? 'Confirmed' : <NotConfirmed />}
            </>
          }
        />
        <SignInRows />
      </>
    );
  return (
    <>
      <SettingRow title="Name" text={`${username}. The demo keeps its name.`} />
      <SettingRow
        title="Email"
        text={`${email}. It belongs to the demo, so no mail is sent there.`}
      />
      <SettingRow
        title="Sign-in"
        text="This copy of the demo has no password of its own. Sign up to get an account that stays."
      />
    </>
  );
}

function NameRow() {
  const { field, error, state, save, take } = useUsername();
  return (
    <SettingRow title="Name" text="What Daymark calls you. No one else can use it." state={state}>
      <form className={css.name} noValidate onSubmit={save}>
        <TextInput
          label="Name"
          hideLabel
          autoComplete="nickname"
          error={error && <UsernameError message={error} onTake={take} />}
          {...field}
          onBlur={save}
        />
      </form>
    </SettingRow>
  );
}

function NotConfirmed() {
  const again = useVerification();
  return (
    <>
      Not confirmed yet.{' '}
      <TextButton disabled={again.isPending} onClick={() => again.mutate()}>
        {again.isPending ? 'Sending…' : 'Send the link again'}
      </TextButton>
    </>
  );
}

function SignInRows() {
  const { emailVerified } = useUser();
  const methods = useSignInMethods();
  const [open, setOpen] = useState<'password' | 'google'>();
  const { data, error } = methods;
  const unknown = error ? (
    <>
      {error.message} <TextButton onClick={() => void methods.refetch()}>Try again</TextButton>
    </>
  ) : (
    'Loading…'
  );
  const close = () => setOpen(undefined);
  return (
    <>
      <SettingRow title="Password" text={data ? passwordText() : unknown}>
        {data && (
          <Button
            variant="outlined"
            size="small"
            onPointerEnter={ChangePasswordDialog.preload}
            onClick={() => setOpen('password')}
          >
            {data.password ? 'Change password…' : 'Set a password…'}
          </Button>
        )}
      </SettingRow>
      <SettingRow title="Sign in with Google" text={data ? googleText() : unknown}>
        {data?.password && (data.google || emailVerified) && (
          <Button
            variant="outlined"
            size="small"
            onPointerEnter={GoogleSignInDialog.preload}
            onClick={() => setOpen('google')}
          >
            {data.google ? 'Remove…' : 'Connect…'}
          </Button>
        )}
      </SettingRow>
      {data && open === 'password' && <ChangePasswordDialog methods={data} onClose={close} />}
      {data && open === 'google' && <GoogleSignInDialog methods={data} onClose={close} />}
    </>
  );

  function passwordText(): ReactNode {
    if (!data?.password) return 'Not set: you sign in with Google';
    return (
      <>
        <span aria-hidden="true">••••••••</span>
        <VisuallyHidden>Set</VisuallyHidden>
      </>
    );
  }

  function googleText(): string {
    if (data?.google)
      return data.password ? 'Connected' : 'Connected. Set a password before you remove it.';
    return emailVerified ? 'Not connected' : 'Not connected. Confirm your email address first.';
  }
}
