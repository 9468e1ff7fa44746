import { Check } from 'lucide-react';
import { paths } from '../../lib/paths';
import { plans, PRICING_ID } from './plans';
import css from './Pricing.module.css';
import { Section } from './Section';
import { LinkButton } from '../../ui/controls/LinkButton';

/** The pricing section with the three plans. */
export function Pricing() {
  return (
    <Section id={PRICING_ID}>
      <h2>Simple pricing</h2>
      <p>Start free, stay free, or give your days more room.</p>
      <ul className={css.plans}>
        {plans.map(({ name, price, period, popular, action, features }) => (
          <li key={name} data-popular={popular}>
            <h3>
              {name}
              {popular && <span>Most Popular</span>}
            </h3>
            <p>
              <strong>{price}</strong> {period}
            </p>
            <ul>
              {features.map((feature) => (
                <li key={feature}>
                  <Check size={16} aria-hidden="true" />
                  {feature}
                </li>
              ))}
            </ul>
            <LinkButton href={paths.signUp} variant={popular ? 'contained' : 'outlined'} fullWidth>
              {action}
            </LinkButton>
          </li>
        ))}
      </ul>
      <p className={css.note}>
        Nothing is sold yet. Every button leads to the same free account, and the API is open to
        everyone.
      </p>
    </Section>
  );
}
