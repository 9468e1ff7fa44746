import { EMAIL_TAKEN, USERNAME_TAKEN } from '@daymark/contract/user';
import { zodResolver } from '@hookform/resolvers/zod';
import { sentenceOf } from '../../lib/call';
import { TextInput } from '../../ui/TextInput';
import { AuthSignUp, PageSignUp, type SignUpValues } from './authForms';
import { AuthFormFrame } from './AuthFormFrame';
import { FormErrorMessage } from './FormErrorMessage';
import { useAuthForm } from './useAuthForm';
import { useKeptDraft } from './useKeptDraft';
import { useIsSigningIn, useRegister } from './sessionQueries';
import { Button } from '../../ui/Button';

/** The refusals that one field can mend. */
const FIELD_OF: Record<string, 'username' | 'email'> = {
  [USERNAME_TAKEN]: 'username',
  [EMAIL_TAKEN]: 'email',
};

const EMPTY: SignUpValues = { username: '', email: '', password: '', confirmPassword: '' };

interface SignUpFormProps {
  /** Whose rules it speaks: those of /auth or of /signup (product §5). */
  rules: 'auth' | 'page';
  /** Filled in from the start. */
  values?: SignUpValues;
  /** Keeps what was typed when the form goes. */
  onLeave?: (values: SignUpValues) => void;
}

/** A new account, by the rules of /auth or of /signup (product §5). What was typed stays, whatever comes back. */
export function SignUpForm({ rules, values = EMPTY, onLeave }: SignUpFormProps) {
  const register = useRegister();
  const signingIn = useIsSigningIn();
  const { form, field } = useAuthForm(
    values,
    zodResolver(rules === 'auth' ? AuthSignUp : PageSignUp),
  );
  useKeptDraft(form, onLeave);
  const { errors } = form.formState;

  const submit = form.handleSubmit(({ username, email, password }) =>
    register.mutate(
      { username, email, password },
      {
        onError: (error) => {
          const sentence = sentenceOf(error);
          const field = FIELD_OF[sentence];
          form.setError(field ?? 'root', { message: sentence }, { shouldFocus: true });
        },
      },
    ),
  );

  return (
    <AuthFormFrame onSubmit={submit}>
      <TextInput
        label="Username"
        autoComplete="nickname"
        error={errors.username?.message}
        {...field('username')}
      />
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...field('email')}
      />
      <TextInput
        label="Password"
        type="password"
        autoComplete="new-password"
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
      <Button type="submit" variant="contained" fullWidth disabled={signingIn}>
        {register.isPending ? 'Creating account...' : 'Sign Up'}
      </Button>
    </AuthFormFrame>
  );
}
