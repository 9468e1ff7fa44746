import type { ReactNode } from 'react';
import css from './EmptyState.module.css';

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Whether screen readers announce the text at once, like an error. */
  alert?: boolean;
}

/** Shown in place of content: an empty list, or one that couldn't be loaded. */
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
