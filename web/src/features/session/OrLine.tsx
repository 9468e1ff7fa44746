import css from './OrLine.module.css';

/** A hairline with an "or" in it, between ways of doing the same. */
export function OrLine() {
  return <div className={css.line}>or</div>;
}
