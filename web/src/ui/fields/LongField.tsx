import { useId, type ComponentProps } from 'react';
import { FieldLabel } from './FieldLabel';
import { TextArea } from './TextArea';
import css from './TextInput.module.css';

interface LongFieldProps extends ComponentProps<typeof TextArea> {
  label: string;
  /** The field error, one sentence. */
  error: string | undefined;
}

/** A field for several lines of text with its label above it, and its error below it. */
export function LongField({ label, error, ...area }: LongFieldProps) {
  const id = useId();
  return (
    <div>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <TextArea
        {...area}
        id={id}
        aria-invalid={Boolean(error)}
        aria-describedby={error ? `${id}-help` : undefined}
      />
      {error && (
        <p className={css.help} id={`${id}-help`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
