import css from './Button.module.css';

/** A button's appearance. `contained` is for a screen's main action, `brand` for public pages. */
export interface ButtonAppearance {
  variant?: 'contained' | 'outlined' | 'text';
  color?: 'primary' | 'brand' | 'error';
  size?: 'small' | 'medium' | 'large';
  fullWidth?: boolean;
}

/** Returns the appearance as attributes, for buttons and for links that look like buttons. */
export const buttonAppearance = ({
  variant = 'text',
  color = 'primary',
  size = 'medium',
  fullWidth = false,
}: ButtonAppearance) => ({
  className: css.button,
  'data-variant': variant,
  'data-color': color,
  'data-size': size,
  'data-full': fullWidth,
});
