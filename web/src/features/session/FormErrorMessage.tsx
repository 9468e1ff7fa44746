import css from './FormErrorMessage.module.css';

/** What the server or Google refused, where no single field is to blame. */
export function FormErrorMessage({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    <p className={css.error} role="alert">
      {children}
    </p>
  );
}
