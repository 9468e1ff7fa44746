import type { ComponentProps } from 'react';
import { buttonAppearance, type ButtonAppearance } from './buttonAppearance';

type LinkButtonProps = ButtonAppearance & Omit<ComponentProps<'a'>, 'color' | 'className'>;

/**
 * A link that looks like a button. The link is a plain `<a>`, because most pages with such a link don't run the app.
 */
export function LinkButton({ variant, color, size, fullWidth, ...link }: LinkButtonProps) {
  return <a {...buttonAppearance({ variant, color, size, fullWidth })} {...link} />;
}
