import { DEMO_PARAMETER, paths } from '../../lib/paths';
import { LinkButton } from '../../ui/controls/LinkButton';
import css from './BoostProductivity.module.css';

/** The call to action on the public pages (product §2). */
export function BoostProductivity() {
  return (
    <section className={css.band}>
      <div data-night>
        <h2>Boost your productivity</h2>
        <p>Plan tomorrow tonight. It takes two minutes, and the morning starts by itself.</p>
        <div>
          <LinkButton href={paths.signUp} variant="contained" color="brand" size="large">
            Start for free
          </LinkButton>
          <LinkButton href={`${paths.auth}?${DEMO_PARAMETER}`} variant="outlined" size="large">
            Look around first
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
