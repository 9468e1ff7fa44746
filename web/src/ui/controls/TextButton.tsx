import type { ComponentProps } from 'react';
import css from './TextButton.module.css';

/** A button that looks like a link in running text. */
export function TextButton({
  type = 'button',
  ...button
}: Omit<ComponentProps<'button'>, 'className'>) {
  return <button className={css.button} type={type} {...button} />;
}
