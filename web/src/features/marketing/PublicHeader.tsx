import { paths } from '../../lib/paths';
import { PRODUCT } from '../../lib/product';
import { ColorModeSwitch } from '../../ui/controls/ColorModeSwitch';
import { Mark } from '../../ui/layout/Mark';
import { PRICING_ID } from './plans';
import { LinkButton } from '../../ui/controls/LinkButton';
import css from './PublicHeader.module.css';

/**
 * The header of the public pages: name, links, color mode, and Log in and Sign up unless the page itself has the forms.
 * For a signed-in person, the script in the page's head shows a link to the app instead of Log in and Sign up
 * (app/beforePaint.ts).
 */
export function PublicHeader({ hasSignInLinks = true }: { hasSignInLinks?: boolean }) {
  return (
    <header className={css.header}>
      <div>
        <a className={css.home} href={paths.landing}>
          <Mark size={24} /> {PRODUCT}
        </a>
        <nav aria-label="Pages">
          <a href={paths.features}>Features</a>
          <a href={`${paths.landing}#${PRICING_ID}`}>Pricing</a>
          <a href={paths.about}>About</a>
        </nav>
        <ColorModeSwitch />
        {hasSignInLinks && (
          <>
            <span className={css.signIn}>
              <LinkButton href={paths.login}>Log in</LinkButton>
              <LinkButton href={paths.signUp} variant="contained">
                Sign up
              </LinkButton>
            </span>
            {/* The script may have written the person's name before React hydrates the link. */}
            <LinkButton href={paths.today} variant="outlined" data-person suppressHydrationWarning>
              {`Open ${PRODUCT}`}
            </LinkButton>
          </>
        )}
      </div>
    </header>
  );
}
