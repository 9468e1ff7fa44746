import type { ComponentProps } from 'react';
import { buttonLook, type ButtonLook } from './buttonLook';

type ButtonProps = ButtonLook & Omit<ComponentProps<'button'>, 'color' | 'className'>;

/** The app's button. MUI's would add 12 KB before the first paint, for a ripple that we don't show. */
export function Button({
  variant,
  color,
  size,
  fullWidth,
  type = 'button',
  ...button
}: ButtonProps) {
  return <button {...buttonLook({ variant, color, size, fullWidth })} type={type} {...button} />;
}
