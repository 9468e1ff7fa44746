import { Credentials, DEMO_ACCOUNT, Registration } from '@daymark/contract/user';
import * as z from 'zod/mini';

/*
 * The schemas of the four forms of product §5: the contract's schema and each form's own rules.
 */

/** Login on /auth. */
export const AuthLogin = Credentials;

/** Login on /login, with its own error texts. Any password that isn't empty is allowed. */
export const PageLogin = z.object({
  email: z.string().check(z.trim(), z.email('Please enter a valid email')),
  password: z.string().check(z.minLength(1, 'Password is required')),
});

const withMatchingPasswords = <T extends { password: string; confirmPassword: string }>(
  form: z.ZodMiniType<T, T>,
) =>
  form.check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      error: 'Passwords do not match',
      path: ['confirmPassword'],
      // Checked together with the other fields, not only when they are valid.
      when: ({ value }) => {
        const { password, confirmPassword } = value as T;
        return Boolean(password && confirmPassword);
      },
    }),
  );

/** Sign up on /auth, with a password of at least six characters. */
export const AuthSignUp = withMatchingPasswords(
  z.extend(Registration, { confirmPassword: Registration.shape.password }),
);

export const SIGN_UP_PASSWORD_MIN = 8;

/** Sign up on /signup, with a password of at least eight characters. */
export const PageSignUp = withMatchingPasswords(
  z.extend(Registration, {
    password: z
      .string()
      .check(
        z.minLength(
          SIGN_UP_PASSWORD_MIN,
          `Password must be at least ${SIGN_UP_PASSWORD_MIN} characters`,
        ),
      ),
    confirmPassword: z.string().check(z.minLength(1, 'Confirm Password is required')),
  }),
);

export interface LoginValues {
  email: string;
  password: string;
}

/** The demo account's credentials (product §1). */
export const demoValues: LoginValues = {
  email: DEMO_ACCOUNT.email,
  password: DEMO_ACCOUNT.password,
};

export interface SignUpValues extends LoginValues {
  username: string;
  confirmPassword: string;
}
