import type { ReactNode } from 'react';
import css from './EmptyState.module.css';

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Announced at once: something went wrong. */
  alert?: boolean;
}

/** What stands where content would be: an empty list, or one that couldn't be loaded. */
export function EmptyState({ icon, title, children, action, alert }: EmptyStateProps) {
  return (
    <div className={css.empty} role={alert ? 'alert' : undefined}>
      {icon}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
