import type { ComponentProps } from 'react';
import css from './ShellButton.module.css';

interface ShellButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** Stands out from the entries around it. */
  outlined?: boolean;
}

/** A button that sits in the shell's columns like an entry. */
export function ShellButton({ outlined = false, type = 'button', ...button }: ShellButtonProps) {
  return <button className={css.button} data-outlined={outlined} type={type} {...button} />;
}
