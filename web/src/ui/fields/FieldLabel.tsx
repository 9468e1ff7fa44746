import type { ReactNode } from 'react';
import css from './FieldLabel.module.css';

interface FieldLabelProps {
  htmlFor: string;
  children: ReactNode;
}

export function FieldLabel({ htmlFor, children }: FieldLabelProps) {
  return (
    <label className={css.label} htmlFor={htmlFor}>
      {children}
    </label>
  );
}
