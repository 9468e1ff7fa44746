import type { ReactNode } from 'react';
import type { RecordRoute } from '../../lib/paths';
import { LeavingLink } from '../controls/LeavingLink';
import css from './RecordLink.module.css';

interface RecordLinkProps {
  icon: ReactNode;
  route: RecordRoute;
  /** The record's title. */
  children: string;
}

/** A link that opens a record, on one line. */
export function RecordLink({ icon, route, children }: RecordLinkProps) {
  return (
    <LeavingLink className={css.link} route={route}>
      {icon}
      <span dir="auto" title={children}>
        {children}
      </span>
    </LeavingLink>
  );
}
