import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import { sentenceOf } from '../../../lib/api/call';
import { Button } from '../../../ui/controls/Button';
import { lazyComponent } from '../../../ui/lazyComponent';
import { TextButton } from '../../../ui/controls/TextButton';
import { TextInput } from '../../../ui/fields/TextInput';
import { AuthFormFrame } from './AuthFormFrame';
import { FormErrorMessage } from './FormErrorMessage';
import { useIsSigningIn } from '../../../records/account/sessionQueries';
import type { LoginFormState } from './useLoginForm';

const ResetPasswordDialog = lazyComponent(() => import('./ResetPasswordDialog'));

/** The form for email and password. An error doesn't clear what was typed. */
export function LoginForm({ form }: { form: LoginFormState }) {
  const [isResetting, setResetting] = useState(false);
  const isSigningIn = useIsSigningIn();
  const { errors } = useFormState({ control: form.control });
  const { field } = form;

  return (
    <>
      <AuthFormFrame onSubmit={form.submit}>
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
              onPointerEnter={ResetPasswordDialog.preload}
              onClick={() => setResetting(true)}
            >
              Forgot password?
            </TextButton>
          }
          {...field('password')}
          onFocus={(event) => event.target.select()}
        />
        <FormErrorMessage>{form.error ? sentenceOf(form.error) : undefined}</FormErrorMessage>
        <Button type="submit" variant="contained" fullWidth disabled={isSigningIn}>
          {form.isPending ? 'Logging in...' : 'Login'}
        </Button>
      </AuthFormFrame>
      {/* Outside the form, because React would bubble the dialog's submit event to the form. */}
      {isResetting && (
        <ResetPasswordDialog email={form.email()} onClose={() => setResetting(false)} />
      )}
    </>
  );
}
