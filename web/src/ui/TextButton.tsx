import type { ComponentProps } from 'react';
import css from './TextButton.module.css';

/** A button that reads as a link within a line of text. */
export function TextButton({
  type = 'button',
  ...button
}: Omit<ComponentProps<'button'>, 'className'>) {
  return <button className={css.button} type={type} {...button} />;
}
