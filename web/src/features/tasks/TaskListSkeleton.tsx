import css from './TaskListSkeleton.module.css';

/** What a list of tasks looks like before it is there. */
export function TaskListSkeleton() {
  return (
    <div className={css.rows} role="status" aria-label="Loading tasks">
      {[62, 44, 71, 53, 38, 66].map((width) => (
        <div key={width}>
          <i />
          <i style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}
