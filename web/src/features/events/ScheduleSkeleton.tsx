import css from './ScheduleSkeleton.module.css';

/** The skeleton of a day's events. */
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
