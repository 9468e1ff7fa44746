import type { ReactNode } from 'react';
import css from './PageHeader.module.css';

interface PageHeaderProps {
  title: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
}

/** A page's header: title, optional subtitle, optional action area (product §2). */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  return (
    <header className={css.header}>
      <div>
        <h1>{title}</h1>
        {subtitle && <p>{subtitle}</p>}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </header>
  );
}
