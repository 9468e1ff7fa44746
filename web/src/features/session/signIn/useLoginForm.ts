import { zodResolver } from '@hookform/resolvers/zod';
import { AuthLogin, PageLogin, type LoginValues } from './authForms';
import { useLogin } from '../../../records/account/sessionQueries';
import { useAuthForm } from './useAuthForm';

/**
 * Returns the state of a login form, with the rules and texts of /auth or of /login (product §5). The page holds the
 * state, so that typed text is kept while the form is hidden.
 */
export function useLoginForm(rules: 'auth' | 'page', values: LoginValues) {
  const login = useLogin();
  const { form, field } = useAuthForm(
    values,
    zodResolver(rules === 'auth' ? AuthLogin : PageLogin),
  );
  return {
    control: form.control,
    field,
    error: login.error,
    isPending: login.isPending,
    email: (): string => form.getValues('email'),
    submit: form.handleSubmit((credentials) => login.mutate(credentials)),
    fill: ({ email, password }: LoginValues): void => {
      form.setValue('email', email);
      form.setValue('password', password);
    },
    focusPassword: (): void => form.setFocus('password'),
    /**
     * Removes the errors. Call this function only when the form gets hidden, because resetting unregisters the fields.
     */
    clearErrors: (): void => {
      form.reset(form.getValues());
      login.reset();
    },
  };
}

export type LoginFormState = ReturnType<typeof useLoginForm>;
