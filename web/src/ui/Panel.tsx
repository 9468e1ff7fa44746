import type { ComponentProps } from 'react';
import css from './Panel.module.css';

/** The sheet that a screen's content lies on. A class may lay its content out, not change the sheet. */
export function Panel({ className = '', ...section }: ComponentProps<'section'>) {
  return <section className={`${css.panel} ${className}`} {...section} />;
}
