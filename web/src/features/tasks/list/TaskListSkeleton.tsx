import css from './TaskListSkeleton.module.css';

const WIDTHS = [62, 44, 71, 53, 38, 66];

interface TaskListSkeletonProps {
  /** The text for screen readers: what is loading. */
  label?: string;
  rows?: number;
}

export function TaskListSkeleton({ label = 'Loading tasks', rows = 6 }: TaskListSkeletonProps) {
  return (
    <div className={css.rows} role="status" aria-label={label}>
      {WIDTHS.slice(0, rows).map((width) => (
        <div key={width}>
          <i />
          <i style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}
