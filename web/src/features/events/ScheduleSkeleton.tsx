import css from './ScheduleSkeleton.module.css';

/** What a day's events look like before they are there. */
export function ScheduleSkeleton() {
  return (
    <div className={css.rows} role="status" aria-label="Loading events">
      {[58, 72, 46].map((width) => (
        <div key={width}>
          <i style={{ width: `${width}%` }} />
          <i />
        </div>
      ))}
    </div>
  );
}
