import type { ReactNode } from 'react';
import { paths } from '../../../lib/paths';
import { PRODUCT } from '../../../lib/product';
import { AuthCard } from './AuthCard';
import css from './EntryPage.module.css';
import { ColorModeSwitch } from '../../../ui/controls/ColorModeSwitch';
import { Mark } from '../../../ui/layout/Mark';

interface EntryPageProps {
  title: string;
  subtitle: string;
  /** A sentence below the subtitle, which may appear later. */
  note?: string | undefined;
  footer: ReactNode;
  children: ReactNode;
}

/** A page with one card in its middle: /login and /signup. */
export function EntryPage({ title, subtitle, note, footer, children }: EntryPageProps) {
  return (
    <div className={css.page}>
      <header>
        <a href={paths.landing}>
          <Mark size={24} /> {PRODUCT}
        </a>
        <ColorModeSwitch />
      </header>
      <main>
        <AuthCard>
          <h1>{title}</h1>
          <p>{subtitle}</p>
          <p role="status">{note}</p>
          {children}
        </AuthCard>
        <footer>{footer}</footer>
      </main>
    </div>
  );
}
