import { ChevronDown } from 'lucide-react';
import { useId, type SelectHTMLAttributes } from 'react';
import css from './SelectField.module.css';
import { FieldLabel } from './FieldLabel';

interface SelectFieldProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> {
  label: string;
  /** Gives the label to screen readers only, if the layout already shows the select's purpose. */
  hideLabel?: boolean;
}

/** A native select, which works well on phones and with the keyboard and adds no code to load. */
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
