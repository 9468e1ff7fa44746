import { Credentials, DEMO_ACCOUNT, Registration } from '@daymark/contract/user';
import * as z from 'zod/mini';

/*
 * The four forms of product §5, each the contract's own schema with what that form asks beyond it.
 */

/** Login on /auth. */
export const AuthLogin = Credentials;

/** Login on /login: other words, and any password that isn't empty. */
export const PageLogin = z.object({
  email: z.string().check(z.trim(), z.email('Please enter a valid email')),
  password: z.string().check(z.minLength(1, 'Password is required')),
});

const matching = <T extends { password: string; confirmPassword: string }>(
  form: z.ZodMiniType<T, T>,
) =>
  form.check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      error: 'Passwords do not match',
      path: ['confirmPassword'],
      // Said beside the other faults, not only once they are mended.
      when: ({ value }) => {
        const { password, confirmPassword } = value as T;
        return Boolean(password && confirmPassword);
      },
    }),
  );

/** Sign up on /auth: six characters do. */
export const AuthSignUp = matching(
  z.extend(Registration, { confirmPassword: Registration.shape.password }),
);

const LONGER_PASSWORD = 8;

/** Sign up on /signup: eight characters. */
export const PageSignUp = matching(
  z.extend(Registration, {
    password: z
      .string()
      .check(
        z.minLength(LONGER_PASSWORD, `Password must be at least ${LONGER_PASSWORD} characters`),
      ),
    confirmPassword: z.string().check(z.minLength(1, 'Confirm Password is required')),
  }),
);

export interface LoginValues {
  email: string;
  password: string;
}
/** The demo account, as the forms are filled with it (product §1). */
export const demoValues: LoginValues = {
  email: DEMO_ACCOUNT.email,
  password: DEMO_ACCOUNT.password,
};

export interface SignUpValues extends LoginValues {
  username: string;
  confirmPassword: string;
}
