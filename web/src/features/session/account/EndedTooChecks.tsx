import type { EndedToo } from '@daymark/contract/user';
import css from '../signIn/AccountForm.module.css';

interface EndedTooChecksProps {
  value: EndedToo;
  onChange: (value: EndedToo) => void;
}

const CHECKS = [
  { name: 'apiTokens', label: 'Revoke my API tokens' },
  { name: 'calendarFeed', label: 'Revoke the address of my calendar feed' },
] as const;

/** What else ends with the other sessions. */
export function EndedTooChecks({ value, onChange }: EndedTooChecksProps) {
  return (
    <fieldset className={css.checks}>
      <legend>Also</legend>
      {CHECKS.map(({ name, label }) => (
        <label key={name} className={css.check}>
          <input
            type="checkbox"
            checked={value[name]}
            onChange={({ target }) => onChange({ ...value, [name]: target.checked })}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
