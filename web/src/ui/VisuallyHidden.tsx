import type { ComponentProps } from 'react';
import css from './VisuallyHidden.module.css';

/** Text that only screen readers read, for what the eye sees from the place. */
export function VisuallyHidden(span: Omit<ComponentProps<'span'>, 'className'>) {
  return <span className={css.spoken} {...span} />;
}
