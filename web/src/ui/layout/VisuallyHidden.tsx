import type { ComponentProps } from 'react';
import css from './VisuallyHidden.module.css';

/** Text for screen readers only, where the layout already shows it to the eye. */
export function VisuallyHidden(span: Omit<ComponentProps<'span'>, 'className'>) {
  return <span className={css.visuallyHidden} {...span} />;
}
