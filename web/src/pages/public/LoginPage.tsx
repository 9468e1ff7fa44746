import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { GoogleButton } from '../../features/session/signIn/GoogleButton';
import { demoValues } from '../../features/session/signIn/authForms';
import { hasKeptShared } from '../../features/sharing/sharedDrafts';
import { LoginForm } from '../../features/session/signIn/LoginForm';
import { useLoginForm, type LoginFormState } from '../../features/session/signIn/useLoginForm';
import { dataOwners } from '../../lib/person/dataOwners';
import { deletedAccount } from '../../lib/person/deletedAccount';
import { endedSession } from '../../lib/person/endedSession';
import { countText } from '../../lib/text/numbers';
import { paths } from '../../lib/paths';
import { PRODUCT } from '../../lib/product';
import { EntryPage } from '../../features/session/signIn/EntryPage';
import { OrDivider } from '../../features/session/signIn/OrDivider';
import { PageMeta } from '../../ui/layout/PageMeta';

export default function LoginPage() {
  const login = useLoginForm('page', demoValues);
  const isDeleted = useSyncExternalStore(noChanges, deletedAccount.is, () => false);
  const hasEnded = useEndedSession(login);
  const hasShared = useSyncExternalStore(noChanges, hasKeptShared, () => false);
  return (
    <EntryPage
      title={isDeleted ? 'Account deleted' : 'Welcome back'}
      subtitle={
        hasShared
          ? 'Log in to save what you shared. It’s kept until then.'
          : isDeleted
            ? 'Your account and everything in it were deleted.'
            : hasEnded
              ? 'Your session has ended. Your changes are safe.'
              : 'The demo account is filled in. Or use your own.'
      }
      note={useUnsentNote()}
      footer={
        <>
          New here? <Link to={paths.signUp}>Sign up</Link>
        </>
      }
    >
      <PageMeta
        title="Log in"
        description={`Log in to ${PRODUCT} and pick up your day where you left it.`}
        path={paths.login}
      />
      <LoginForm form={login} />
      <OrDivider />
      <GoogleButton>Continue with Google</GoogleButton>
    </EntryPage>
  );
}

/**
 * Returns whether the person's session has ended. If the session has ended or the sign-up form led here, fills in the
 * person's own email and leaves the password empty. After the account was deleted, both fields are empty. The fields
 * change after the first render, because the page is prerendered with the demo account.
 */
function useEndedSession(login: LoginFormState): boolean {
  const { state } = useLocation() as { state: { email?: string } | null };
  const hasEnded = useSyncExternalStore(noChanges, endedSession.is, () => false);
  const fillIn = useEffectEvent(() => {
    const email = state?.email ?? endedSession.email();
    // The hooks still return the values of the prerendered page.
    const isKnown = email || endedSession.is() || deletedAccount.is();
    // Keep what was typed before the app had loaded.
    if (!isKnown || login.email() !== demoValues.email) return;
    login.fill({ email: email ?? '', password: '' });
    if (email) login.focusPassword();
  });
  useEffect(() => fillIn(), []);
  return hasEnded;
}

/** Returns a sentence about the unsent data of the ended session in this browser, if there is any. */
function useUnsentNote(): string | undefined {
  const text = useSyncExternalStore(
    dataOwners.subscribe,
    () => {
      const { changes, drafts } = endedSession.unsent() ?? { changes: 0, drafts: 0 };
      const counts = [
        changes > 0 ? countText(changes, 'change') : '',
        drafts > 0 ? countText(drafts, 'draft') : '',
      ].filter(Boolean);
      return counts.length > 0 ? counts.join(' and ') : undefined;
    },
    () => undefined,
  );
  return text && `Waiting in this browser until you log in again: ${text}.`;
}

const noChanges = () => () => undefined;
