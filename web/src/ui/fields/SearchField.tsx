import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { QUERY_MAX } from '../../lib/text/queryMax';
import css from './Field.module.css';
import frame from './SearchField.module.css';

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'onChange'> {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A search field. Escape clears it. */
export function SearchField({ label, onChange, ...input }: SearchFieldProps) {
  return (
    <div className={frame.frame} role="search">
      <Search size={16} aria-hidden="true" />
      <input
        type="search"
        dir="auto"
        aria-label={label}
        maxLength={QUERY_MAX}
        {...input}
        className={css.search}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onChange('')}
      />
    </div>
  );
}
