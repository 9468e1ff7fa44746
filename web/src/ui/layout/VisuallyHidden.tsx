import type { ComponentProps } from 'react';
import css from './VisuallyHidden.module.css';

/** Text for screen readers only, for content that the layout already shows visually. */
export function VisuallyHidden(span: Omit<ComponentProps<'span'>, 'className'>) {
  return <span className={css.visuallyHidden} {...span} />;
}
