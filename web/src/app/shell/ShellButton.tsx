import type { ComponentProps } from 'react';
import css from './ShellButton.module.css';

interface ShellButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** Whether the button stands out from the entries around it. */
  outlined?: boolean;
}

/** A button in the shell's columns that looks like an entry. */
export function ShellButton({ outlined = false, type = 'button', ...button }: ShellButtonProps) {
  return <button className={css.button} data-outlined={outlined} type={type} {...button} />;
}
