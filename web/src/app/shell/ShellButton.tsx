import type { ComponentProps } from 'react';
import css from './ShellButton.module.css';

interface ShellButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** Whether the button stands out from the entries around it, or is quieter than they are. */
  look?: 'outlined' | 'light' | undefined;
}

/** A button in the shell's columns that looks like an entry. */
export function ShellButton({ look, type = 'button', ...button }: ShellButtonProps) {
  return <button className={css.button} data-look={look} type={type} {...button} />;
}
