import type { ReactNode } from 'react';
import { paths } from '../../lib/paths';
import css from './Article.module.css';
import { PublicFooter } from './PublicFooter';
import { PublicHeader } from './PublicHeader';

interface ArticleProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** A public page of text: /about and /privacy. */
export function Article({ title, lead, children }: ArticleProps) {
  return (
    <>
      <PublicHeader />
      <main className={css.article}>
        <h1>{title}</h1>
        <p className={css.lead}>{lead}</p>
        {children}
      </main>
      <PublicFooter sectionsPath={paths.features} />
    </>
  );
}
