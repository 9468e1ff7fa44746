import type { ComponentProps } from 'react';
import css from './Field.module.css';

/** A field for more than a line, in whatever direction its text runs. */
export function TextArea(area: Omit<ComponentProps<'textarea'>, 'className'>) {
  return <textarea dir="auto" {...area} className={css.area} />;
}
