import type { SignInMethods } from '@daymark/contract/user';
import { useState, type ReactNode } from 'react';
import { CallError, sentenceOf, UNREACHABLE } from '../../../lib/api/call';
import { lazyComponent } from '../../../ui/lazyComponent';
import { TextButton } from '../../../ui/controls/TextButton';
import { TextInput } from '../../../ui/fields/TextInput';
import type { ChosenGoogleAccount } from '../signIn/GoogleAccountPicker';
import { useUser } from '../userContext';

/** Whether this build signs in at the Auth emulator, through our own account picker. */
const EMULATED = import.meta.env.MODE === 'emulator';

// The condition is written out, so that a production build drops the picker and its chunk.
const GoogleAccountPicker =
  import.meta.env.MODE === 'emulator'
    ? lazyComponent(() => import('../signIn/GoogleAccountPicker'))
    : () => null;

const loadConfirmation = () =>
  import('../../../lib/firebase/ownerConfirmation').catch(() => {
    throw new CallError(0, UNREACHABLE);
  });

interface OwnerConfirmation {
  /** The field for the password, or the sentence about Google. */
  field: ReactNode;
  /**
   * Returns the ID token of a fresh sign-in, or undefined if the sign-in failed or was not finished. `field` shows the
   * reason. Must be called in a click or submit handler.
   */
  confirm: () => Promise<string | undefined>;
}

/** Asks the signed-in person to sign in once more, with their password or with Google. */
export function useOwnerConfirmation(
  methods: SignInMethods,
  { label = 'Your password', autoFocus = false } = {},
): OwnerConfirmation {
  const { email } = useUser();
  const [withGoogle, setWithGoogle] = useState(!methods.password);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [onPicked, setOnPicked] = useState<{ pick: (token: Promise<string>) => void }>();

  const googleToken = async () => {
    if (EMULATED)
      return new Promise<string>((resolve, reject) =>
        setOnPicked({ pick: (token) => void token.then(resolve, reject) }),
      );
    const { confirmWithGoogle } = await loadConfirmation();
    return confirmWithGoogle(email);
  };
  const passwordToken = async () => {
    if (!password) throw new CallError(400, 'Enter your password.');
    const { confirmWithPassword } = await loadConfirmation();
    return confirmWithPassword(email, password);
  };
  const confirm = async () => {
    setError(undefined);
    try {
      return await (withGoogle ? googleToken() : passwordToken());
    } catch (reason) {
      setError(reason instanceof Error ? sentenceOf(reason) : UNREACHABLE);
      return undefined;
    } finally {
      setOnPicked(undefined);
    }
  };
  const picked = ({ confirm: token }: ChosenGoogleAccount) => onPicked?.pick(token());
  const closed = () =>
    onPicked?.pick(Promise.reject(new CallError(0, 'Google’s window was closed.')));
  return {
    confirm,
    field: (
      <>
        {withGoogle ? (
          <div>
            <p>Google asks you to sign in again to confirm that it’s you.</p>
            {error && <p role="alert">{error}</p>}
            {methods.password && (
              <TextButton onClick={() => setWithGoogle(false)}>
                Use your password instead
              </TextButton>
            )}
          </div>
        ) : (
          <TextInput
            label={label}
            autoFocus={autoFocus}
            type="password"
            autoComplete="current-password"
            value={password}
            error={error}
            onChange={({ target }) => setPassword(target.value)}
            aside={
              methods.google && (
                <TextButton onClick={() => setWithGoogle(true)}>Use Google instead</TextButton>
              )
            }
          />
        )}
        {onPicked && <GoogleAccountPicker onChoose={picked} onClose={closed} />}
      </>
    ),
  };
}
