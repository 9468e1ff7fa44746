import type { ReactNode, SubmitEventHandler } from 'react';
import css from './AuthFormFrame.module.css';

/**
 * The form element of login and sign-up, with its fields in a column. The browser's validation is off, so that errors
 * have the texts of product §5. The method is `post` for browsers without scripts, because a GET form would put the
 * password into the address.
 */
export function AuthFormFrame({
  onSubmit,
  children,
}: {
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  children: ReactNode;
}) {
  return (
    <form className={css.form} method="post" noValidate onSubmit={onSubmit}>
      {children}
      <noscript>Signing in needs JavaScript.</noscript>
    </form>
  );
}
