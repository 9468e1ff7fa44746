import { useId, type ReactNode } from 'react';
import type { RecordRoute } from '../../lib/paths';
import { AddRecordButton } from '../controls/AddRecordButton';
import { RecordLink } from './RecordLink';
import css from './RecordLinks.module.css';

interface RecordLinksProps {
  label: string;
  icon: ReactNode;
  links: readonly { key: number; title: string; route: RecordRoute }[];
  /** A button below the list that creates a record. */
  add?: { label: string; route: RecordRoute };
}

/** Links to records, under a heading. */
export function RecordLinks({ label, icon, links, add }: RecordLinksProps) {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <h3 id={id}>{label}</h3>
      {links.length > 0 && (
        <ul>
          {links.map(({ key, title, route }) => (
            <li key={key}>
              <RecordLink icon={icon} route={route}>
                {title}
              </RecordLink>
            </li>
          ))}
        </ul>
      )}
      {add && <AddRecordButton route={add.route}>{add.label}</AddRecordButton>}
    </section>
  );
}
