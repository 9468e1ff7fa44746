import type { ComponentProps } from 'react';
import css from './TextButton.module.css';
import { useIsHydrated } from '../useIsHydrated';

/** A button that looks like a link in running text. */
export function TextButton({
  type = 'button',
  disabled = false,
  ...button
}: Omit<ComponentProps<'button'>, 'className'>) {
  const isHydrated = useIsHydrated();
  return (
    <button className={css.button} type={type} disabled={disabled || !isHydrated} {...button} />
  );
}
