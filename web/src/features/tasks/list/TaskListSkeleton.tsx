import css from './TaskListSkeleton.module.css';

const WIDTHS = [62, 44, 71, 53, 38, 66];

interface TaskListSkeletonProps {
  /** What is loading, for screen readers. */
  label?: string;
  rows?: number;
}

/** The skeleton of a list of tasks. */
export function TaskListSkeleton({ label = 'Loading tasks', rows = 6 }: TaskListSkeletonProps) {
  return (
    <div className={css.rows} role="status" aria-label={label} data-skeleton="tasks">
      {WIDTHS.slice(0, rows).map((width) => (
        <div key={width}>
          <i />
          <i style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}
