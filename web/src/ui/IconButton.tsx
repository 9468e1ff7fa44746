import type { ComponentProps } from 'react';
import css from './IconButton.module.css';

type IconButtonProps = { label: string } & Omit<ComponentProps<'button'>, 'className'>;

/** A button that is only an icon; `label` is what it is called. */
export function IconButton({ label, type = 'button', ...button }: IconButtonProps) {
  return <button className={css.button} type={type} aria-label={label} {...button} />;
}
