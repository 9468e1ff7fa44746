import { useId, type ReactNode } from 'react';
import { Panel } from '../../ui/layout/Panel';
import css from './InsightPanel.module.css';

interface InsightPanelProps {
  title: string;
  className?: string | undefined;
  /** The buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A box of /insights with its title. */
export function InsightPanel({ title, className = '', actions, children }: InsightPanelProps) {
  const id = useId();
  return (
    <Panel className={`${css.panel} ${className}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {actions}
      </header>
      {children}
    </Panel>
  );
}
