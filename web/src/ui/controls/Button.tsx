import type { ComponentProps } from 'react';
import { buttonLook, type ButtonLook } from './buttonLook';
import { useIsHydrated } from '../useIsHydrated';

type ButtonProps = ButtonLook & Omit<ComponentProps<'button'>, 'color' | 'className'>;

/** The app's button. MUI's would make the first load larger, for a ripple that we don't show. */
export function Button({
  variant,
  color,
  size,
  fullWidth,
  type = 'button',
  disabled = false,
  ...button
}: ButtonProps) {
  const isHydrated = useIsHydrated();
  return (
    <button
      {...buttonLook({ variant, color, size, fullWidth })}
      type={type}
      disabled={disabled || !isHydrated}
      {...button}
    />
  );
}
