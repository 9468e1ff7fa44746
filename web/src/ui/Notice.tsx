import type { ReactNode } from 'react';
import css from './Notice.module.css';

interface NoticeProps {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Announced at once: something went wrong. */
  alert?: boolean;
}

/** What stands where content would be: an empty list, or one that couldn't be loaded. */
export function Notice({ icon, title, children, action, alert }: NoticeProps) {
  return (
    <div className={css.notice} role={alert ? 'alert' : undefined}>
      {icon}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
