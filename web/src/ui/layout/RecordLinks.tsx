import { useId, type ReactNode } from 'react';
import type { RecordPlace } from '../../lib/paths';
import { AddRecordButton } from '../controls/AddRecordButton';
import { RecordLink } from './RecordLink';
import css from './RecordLinks.module.css';

interface RecordLinksProps {
  label: string;
  icon: ReactNode;
  links: readonly { key: number; title: string; place: RecordPlace }[];
  /** A button below the list that begins a new record. */
  add?: { label: string; place: RecordPlace };
}

/** Links to records, under a heading. */
export function RecordLinks({ label, icon, links, add }: RecordLinksProps) {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <h3 id={id}>{label}</h3>
      {links.length > 0 && (
        <ul>
          {links.map(({ key, title, place }) => (
            <li key={key}>
              <RecordLink icon={icon} place={place}>
                {title}
              </RecordLink>
            </li>
          ))}
        </ul>
      )}
      {add && <AddRecordButton place={add.place}>{add.label}</AddRecordButton>}
    </section>
  );
}
