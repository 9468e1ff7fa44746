import { DEMO_PARAMETER, paths } from '../../lib/paths';
import { heroText } from './heroText';
import css from './Hero.module.css';
import { LinkButton } from '../../ui/controls/LinkButton';
import { TodayPicture } from './TodayPicture';

/** The landing page's opening: headline, text, two buttons and a picture of the Today screen. */
export function Hero() {
  return (
    <section className={css.hero}>
      <h1>{heroText.title}</h1>
      <div className={css.pitch}>
        <p>{heroText.text}</p>
        <div>
          <LinkButton href={paths.signUp} variant="contained" size="large">
            Get started free
          </LinkButton>
          <LinkButton href={`${paths.auth}?${DEMO_PARAMETER}`} variant="outlined" size="large">
            Try the demo
          </LinkButton>
        </div>
      </div>
      <div className={css.scale} aria-hidden="true">
        {['8', '10', '12', '2', '4', '6'].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
      <TodayPicture />
    </section>
  );
}
