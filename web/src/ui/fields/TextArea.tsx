import type { ComponentProps, CSSProperties } from 'react';
import css from './Field.module.css';

/**
 * A field for several lines of text, left-to-right or right-to-left. The field has at least `rows` lines and grows with
 * its text.
 */
export function TextArea({
  rows = 3,
  ...area
}: Omit<ComponentProps<'textarea'>, 'className' | 'style'>) {
  return (
    <textarea
      dir="auto"
      rows={rows}
      {...area}
      className={css.area}
      style={{ '--rows': rows } as CSSProperties}
    />
  );
}
