import css from './FormErrorMessage.module.css';

/** Shows a form error, which concerns the whole form and not one field. Shows nothing without a text. */
export function FormErrorMessage({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    <p className={css.error} role="alert">
      {children}
    </p>
  );
}
