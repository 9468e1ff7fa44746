import type { ComponentProps } from 'react';
import css from './Field.module.css';

/** A field for several lines of text, left-to-right or right-to-left. */
export function TextArea(area: Omit<ComponentProps<'textarea'>, 'className'>) {
  return <textarea dir="auto" {...area} className={css.area} />;
}
