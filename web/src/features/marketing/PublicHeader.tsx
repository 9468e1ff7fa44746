import { paths } from '../../lib/paths';
import { PRODUCT } from '../../lib/product';
import { ColorModeSwitch } from '../../ui/ColorModeSwitch';
import { Mark } from '../../ui/Mark';
import { PRICING } from './plans';
import { LinkButton } from '../../ui/LinkButton';
import css from './PublicHeader.module.css';

/** The head of the public pages: the name, the theme and, where the page itself has none, the two ways in. */
export function PublicHeader({ waysIn = true }: { waysIn?: boolean }) {
  return (
    <header className={css.header}>
      <div>
        <a className={css.home} href={paths.landing}>
          <Mark size={24} /> {PRODUCT}
        </a>
        <nav aria-label="Pages">
          <a href={paths.features}>Features</a>
          <a href={`${paths.landing}#${PRICING}`}>Pricing</a>
          <a href={paths.about}>About</a>
        </nav>
        <ColorModeSwitch />
        {waysIn && (
          <>
            <LinkButton href={paths.login}>Log in</LinkButton>
            <LinkButton href={paths.signUp} variant="contained">
              Sign up
            </LinkButton>
          </>
        )}
      </div>
    </header>
  );
}
