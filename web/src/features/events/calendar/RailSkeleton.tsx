import css from './RailSkeleton.module.css';

/** In place of a day's hours while they load, and as high as they are. */
export function RailSkeleton() {
  return (
    <div className={css.hours} role="status" aria-label="Loading events" data-skeleton>
      {[8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map((hour) => (
        <i key={hour} />
      ))}
    </div>
  );
}
