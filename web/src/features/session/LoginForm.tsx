import { zodResolver } from '@hookform/resolvers/zod';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../lib/lazyPart';
import { sentenceOf } from '../../lib/call';
import { preload } from '../../lib/preload';
import { DialogBoundary } from '../../ui/Boundary';
import { TextInput } from '../../ui/TextInput';
import { TextButton } from '../../ui/TextButton';
import { AuthLogin, PageLogin, type LoginValues } from './authForms';
import { AuthFormFrame } from './AuthFormFrame';
import { FormErrorMessage } from './FormErrorMessage';
import { useAuthForm } from './useAuthForm';
import { useKeptDraft } from './useKeptDraft';
import { useIsSigningIn, useLogin } from './sessionQueries';
import { Button } from '../../ui/Button';

const loadResetDialog = () => import('./ResetPasswordDialog');
const ResetPasswordDialog = lazyPart(loadResetDialog);

interface LoginFormProps {
  /** Whose rules and words it speaks: those of /auth or of /login (product §5). */
  rules: 'auth' | 'page';
  /** Filled in from the start. */
  values: LoginValues;
  /** Keeps what was typed when the form goes. */
  onLeave?: (values: LoginValues) => void;
  /** Submits what it was filled with as soon as it is there: the Demo Account button. */
  submitAtOnce?: boolean;
}

/** E-mail and password. What was typed stays, whatever comes back. */
export function LoginForm({ rules, values, onLeave, submitAtOnce = false }: LoginFormProps) {
  const [resetting, setResetting] = useState(false);
  const login = useLogin();
  const signingIn = useIsSigningIn();
  const { form, field } = useAuthForm(
    values,
    zodResolver(rules === 'auth' ? AuthLogin : PageLogin),
  );
  const { errors } = form.formState;
  const submit = form.handleSubmit((credentials) => login.mutate(credentials));

  useKeptDraft(form, onLeave);

  useEffect(() => {
    if (submitAtOnce) void submit();
    // Once: the form is made anew for each press of the button.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return (
    <>
      <AuthFormFrame onSubmit={submit}>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...field('email')}
          onFocus={(event) => event.target.select()}
        />
        <TextInput
          label="Password"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          aside={
            <TextButton
              onPointerEnter={() => preload(loadResetDialog)}
              onClick={() => setResetting(true)}
            >
              Forgot password?
            </TextButton>
          }
          {...field('password')}
          onFocus={(event) => event.target.select()}
        />
        <FormErrorMessage>{login.error ? sentenceOf(login.error) : undefined}</FormErrorMessage>
        <Button type="submit" variant="contained" fullWidth disabled={signingIn}>
          {login.isPending ? 'Logging in...' : 'Login'}
        </Button>
      </AuthFormFrame>
      {/* Beside the form: React would take the dialog's own submit for this one's. */}
      {resetting && (
        <DialogBoundary>
          <Suspense>
            <ResetPasswordDialog
              email={form.getValues('email')}
              onClose={() => setResetting(false)}
            />
          </Suspense>
        </DialogBoundary>
      )}
    </>
  );
}
