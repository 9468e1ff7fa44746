import css from './RailSkeleton.module.css';

/** The skeleton of the rail of hours. It is as tall as the rail. */
export function RailSkeleton() {
  return (
    <div className={css.hours} role="status" aria-label="Loading events">
      {[8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map((hour) => (
        <i key={hour} />
      ))}
    </div>
  );
}
