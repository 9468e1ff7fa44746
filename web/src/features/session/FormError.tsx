import css from './FormError.module.css';

/** What the server or Google refused, where no single field is to blame. */
export function FormError({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    <p className={css.error} role="alert">
      {children}
    </p>
  );
}
