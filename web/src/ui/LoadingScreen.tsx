import css from './LoadingScreen.module.css';

/** The spinner that stands in while the session or a screen's code loads. */
export function LoadingScreen() {
  return (
    <div className={css.center}>
      <i role="progressbar" aria-label="Loading" />
    </div>
  );
}
