import { ChevronDown } from 'lucide-react';
import { useId, type SelectHTMLAttributes } from 'react';
import css from './SelectField.module.css';
import { FieldLabel } from './FieldLabel';

interface SelectFieldProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> {
  label: string;
  /** Leaves the label to screen readers, where the place already says what the select is for. */
  hideLabel?: boolean;
}

/** The platform's own select: right on phones and for the keyboard, and it costs nothing to load. */
export function SelectField({ label, hideLabel, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div>
      {!hideLabel && <FieldLabel htmlFor={id}>{label}</FieldLabel>}
      <div className={css.frame}>
        <select id={id} aria-label={hideLabel ? label : undefined} {...select} />
        <ChevronDown size={16} aria-hidden="true" />
      </div>
    </div>
  );
}
