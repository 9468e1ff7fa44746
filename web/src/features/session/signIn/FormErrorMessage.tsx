import css from './FormErrorMessage.module.css';

/** A form error: it concerns the whole form, not one field. Nothing without a sentence. */
export function FormErrorMessage({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    <p className={css.error} role="alert">
      {children}
    </p>
  );
}
