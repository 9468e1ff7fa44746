import css from './Button.module.css';

/** What a button may look like. `contained` is the one that the screen is for; `accent` belongs on public pages. */
export interface ButtonLook {
  variant?: 'contained' | 'outlined' | 'text';
  color?: 'primary' | 'accent' | 'error';
  size?: 'small' | 'medium' | 'large';
  fullWidth?: boolean;
}

/** The look as attributes, for every button and every link that looks like one. */
export const buttonLook = ({
  variant = 'text',
  color = 'primary',
  size = 'medium',
  fullWidth = false,
}: ButtonLook) => ({
  className: css.button,
  'data-variant': variant,
  'data-color': color,
  'data-size': size,
  'data-full': fullWidth,
});
