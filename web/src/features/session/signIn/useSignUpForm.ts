import { EMAIL_TAKEN, freeUsernames, PASSWORD_MIN } from '@daymark/contract/user';
import { zodResolver } from '@hookform/resolvers/zod';
import { sentenceOf } from '../../../lib/api/call';
import { AuthSignUp, PageSignUp, SIGN_UP_PASSWORD_MIN, type SignUpValues } from './authForms';
import { useRegister } from '../../../records/account/sessionQueries';
import { useAuthForm } from './useAuthForm';

/** Returns the field that one of the server's sentences is about. Other sentences are about the whole form. */
function fieldOf(sentence: string): 'username' | 'email' | 'root' {
  if (sentence === EMAIL_TAKEN) return 'email';
  return freeUsernames(sentence) ? 'username' : 'root';
}

const EMPTY: SignUpValues = { username: '', email: '', password: '', confirmPassword: '' };

/**
 * Returns the state of a sign-up form, with the rules of /auth or of /signup (product §5). The page holds the state, so
 * that typed text is kept while the form is hidden.
 */
export function useSignUpForm(rules: 'auth' | 'page') {
  const register = useRegister();
  const { form, field } = useAuthForm(
    EMPTY,
    zodResolver(rules === 'auth' ? AuthSignUp : PageSignUp),
  );
  return {
    control: form.control,
    field,
    isPending: register.isPending,
    /** Shortest allowed password, in characters. */
    passwordMin: rules === 'auth' ? PASSWORD_MIN : SIGN_UP_PASSWORD_MIN,
    email: (): string => form.getValues('email'),
    takeUsername: (name: string): void => {
      form.setValue('username', name);
      form.clearErrors('username');
      form.setFocus('username');
    },
    submit: form.handleSubmit(({ username, email, password }) =>
      register.mutate(
        { username, email, password },
        {
          onError: (error) => {
            const sentence = sentenceOf(error);
            form.setError(fieldOf(sentence), { message: sentence }, { shouldFocus: true });
          },
        },
      ),
    ),
    /**
     * Removes the errors. Call this function only when the form gets hidden, because resetting unregisters the fields.
     */
    clearErrors: (): void => {
      form.reset(form.getValues());
      register.reset();
    },
  };
}

export type SignUpFormState = ReturnType<typeof useSignUpForm>;
