import type { ReactNode, SubmitEventHandler } from 'react';
import css from './AuthFormFrame.module.css';

/**
 * The column that the sign-in forms share. Validation is ours, so that its words are the spec's. `post` for a browser
 * that runs no script: a form's usual way would put the password into the address.
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
