import type { ComponentProps, MouseEvent } from 'react';
import { buttonAppearance, type ButtonAppearance } from './buttonAppearance';
import { useIsHydrated } from '../useIsHydrated';

type ButtonProps = ButtonAppearance & Omit<ComponentProps<'button'>, 'color' | 'className'>;

/** Also keeps the click from submitting a form. */
const ignoreClick = (event: MouseEvent): void => event.preventDefault();

/**
 * The app's button. MUI's would make the first load larger, for a ripple that we don't show. With `aria-disabled`, a
 * click does nothing. A button that becomes unusable when it is pressed needs that instead of `disabled`, because
 * `disabled` takes the focus from it.
 */
export function Button({
  variant,
  color,
  size,
  fullWidth,
  type = 'button',
  disabled = false,
  onClick,
  ...button
}: ButtonProps) {
  const isHydrated = useIsHydrated();
  return (
    <button
      {...buttonAppearance({ variant, color, size, fullWidth })}
      type={type}
      disabled={disabled || !isHydrated}
      onClick={button['aria-disabled'] === true ? ignoreClick : onClick}
      {...button}
    />
  );
}
