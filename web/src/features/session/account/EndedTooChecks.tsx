import type { EndedToo } from '@daymark/contract/user';
import type { ComponentProps } from 'react';
import css from '../signIn/AccountForm.module.css';

interface EndedTooChecksProps {
  /** Returns the props of a checkbox: its value and its handlers. */
  propsOf: (name: keyof EndedToo) => ComponentProps<'input'>;
}

const CHECKS = [
  { name: 'apiTokens', label: 'Revoke my API tokens' },
  { name: 'calendarFeed', label: 'Revoke the address of my calendar feed' },
] as const;

/** Checkboxes for the grants to revoke together with the other sessions. */
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
