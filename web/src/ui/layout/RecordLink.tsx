import type { ReactNode } from 'react';
import type { RecordPlace } from '../../lib/paths';
import { LeavingLink } from '../controls/LeavingLink';
import css from './RecordLink.module.css';

interface RecordLinkProps {
  icon: ReactNode;
  place: RecordPlace;
  /** The record's title. */
  children: string;
}

/** A link that opens a record, on one line. */
export function RecordLink({ icon, place, children }: RecordLinkProps) {
  return (
    <LeavingLink className={css.link} place={place}>
      {icon}
      <span dir="auto" title={children}>
        {children}
      </span>
    </LeavingLink>
  );
}
