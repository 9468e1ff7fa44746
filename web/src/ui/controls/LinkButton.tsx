import type { ComponentProps } from 'react';
import { buttonAppearance, type ButtonAppearance } from './buttonAppearance';

type LinkButtonProps = ButtonAppearance & Omit<ComponentProps<'a'>, 'color' | 'className'>;

/** A link that looks like a button. It is a plain `<a>`, because most pages that show one don't run the app. */
export function LinkButton({ variant, color, size, fullWidth, ...link }: LinkButtonProps) {
  return <a {...buttonAppearance({ variant, color, size, fullWidth })} {...link} />;
}
