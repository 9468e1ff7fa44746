import { EMAIL_TAKEN } from '@daymark/contract/user';
import { useFormState } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths';
import { Button } from '../../../ui/controls/Button';
import { TextInput } from '../../../ui/fields/TextInput';
import { UsernameError } from '../UsernameError';
import { AuthFormFrame } from './AuthFormFrame';
import { FormErrorMessage } from './FormErrorMessage';
import { useIsSigningIn } from '../../../records/account/sessionQueries';
import type { SignUpFormState } from './useSignUpForm';

/** The form for a new account. An error doesn't clear what was typed. */
export function SignUpForm({ form }: { form: SignUpFormState }) {
  const isSigningIn = useIsSigningIn();
  const { errors } = useFormState({ control: form.control });
  const { field } = form;
  return (
    <AuthFormFrame onSubmit={form.submit}>
      <TextInput
        label="Username"
        autoComplete="nickname"
        error={
          errors.username?.message && (
            <UsernameError message={errors.username.message} onTake={form.takeUsername} />
          )
        }
        {...field('username')}
      />
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        error={
          errors.email?.message === EMAIL_TAKEN ? (
            <>
              {EMAIL_TAKEN}{' '}
              <Link to={paths.login} state={{ email: form.email() }}>
                Log in
              </Link>
            </>
          ) : (
            errors.email?.message
          )
        }
        {...field('email')}
      />
      <TextInput
        label="Password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${form.passwordMin} characters`}
        error={errors.password?.message}
        {...field('password')}
      />
      <TextInput
        label="Confirm Password"
        type="password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...field('confirmPassword')}
      />
      <FormErrorMessage>{errors.root?.message}</FormErrorMessage>
      <Button type="submit" variant="contained" fullWidth disabled={isSigningIn}>
        {form.isPending ? 'Creating account...' : 'Sign Up'}
      </Button>
    </AuthFormFrame>
  );
}
