import css from './OrDivider.module.css';

/** A line with "or" in it, between two ways to sign in. */
export function OrDivider() {
  return <div className={css.divider}>or</div>;
}
