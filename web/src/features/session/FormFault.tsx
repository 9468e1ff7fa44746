import css from './FormFault.module.css';

/** What the server or Google refused, where no single field is to blame. */
export function FormFault({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    <p className={css.fault} role="alert">
      {children}
    </p>
  );
}
