import type { ComponentProps } from 'react';
import css from './Panel.module.css';

/** A bordered box for a part of a screen. `className` may lay out its content, but not change the box itself. */
export function Panel({ className = '', ...section }: ComponentProps<'section'>) {
  return <section className={`${css.panel} ${className}`} {...section} />;
}
