import css from './LoadingScreen.module.css';

/** A spinner, shown while the session or a screen's code loads. */
export function LoadingScreen() {
  return (
    <div className={css.center}>
      <i role="progressbar" aria-label="Loading" />
    </div>
  );
}
