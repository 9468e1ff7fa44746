import css from './Mark.module.css';

/** Daymark's logo: a day beacon from sea charts, a triangle with one band. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg className={css.mark} viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <path d="M16 3 L29 28 H3 Z" />
      <path className={css.band} d="M9.24 16 H22.76 L24.9 20.1 H7.1 Z" />
    </svg>
  );
}
