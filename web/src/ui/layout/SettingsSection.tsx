import type { ReactNode } from 'react';
import { Panel } from './Panel';
import css from './SettingsSection.module.css';

interface SettingsSectionProps {
  /** The hash of a link that leads here. */
  id: string;
  title: string;
  text?: ReactNode;
  children: ReactNode;
}

/** A part of the settings: a title, a sentence, and rows. */
export function SettingsSection({ id, title, text, children }: SettingsSectionProps) {
  return (
    <Panel className={css.section} id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        {text && <p>{text}</p>}
      </header>
      {children}
    </Panel>
  );
}
