import type { ComponentProps } from 'react';
import css from './IconButton.module.css';

type IconButtonProps = { label: string } & Omit<ComponentProps<'button'>, 'className'>;

/** A button with only an icon. `label` is its accessible name. With `aria-disabled`, a click does nothing. */
export function IconButton({ label, type = 'button', onClick, ...button }: IconButtonProps) {
  return (
    <button
      className={css.button}
      type={type}
      aria-label={label}
      onClick={button['aria-disabled'] === true ? undefined : onClick}
      {...button}
    />
  );
}
