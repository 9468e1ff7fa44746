import type { ReactNode } from 'react';
import css from './PageHeader.module.css';

interface PageHeaderProps {
  title: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
}

/**
 * A page's header: title, optional subtitle and optional actions. The header has the same height without a subtitle, so
 * that the content begins in the same position on every screen.
 */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  return (
    <header className={css.header}>
      <h1>{title}</h1>
      {actions && <div className={css.actions}>{actions}</div>}
      <p>{subtitle}</p>
    </header>
  );
}
