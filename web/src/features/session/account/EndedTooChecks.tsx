import type { EndedToo } from '@daymark/contract/user';
import type { ComponentProps } from 'react';
import css from '../signIn/AccountForm.module.css';

interface EndedTooChecksProps {
  /** The value of a check, and what happens with it. */
  propsOf: (name: keyof EndedToo) => ComponentProps<'input'>;
}

const CHECKS = [
  { name: 'apiTokens', label: 'Revoke my API tokens' },
  { name: 'calendarFeed', label: 'Revoke the address of my calendar feed' },
] as const;

/** What else ends with the other sessions. */
export function EndedTooChecks({ propsOf }: EndedTooChecksProps) {
  return (
    <fieldset className={css.checks}>
      <legend>Also</legend>
      {CHECKS.map(({ name, label }) => (
        <label key={name} className={css.check}>
          <input type="checkbox" {...propsOf(name)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
