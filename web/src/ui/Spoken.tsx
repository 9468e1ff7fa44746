import type { ComponentProps } from 'react';
import css from './Spoken.module.css';

/** Text that only screen readers read, for what the eye sees from the place. */
export function Spoken(span: Omit<ComponentProps<'span'>, 'className'>) {
  return <span className={css.spoken} {...span} />;
}
