import { useId, type ComponentProps, type ReactNode } from 'react';
import field from './Field.module.css';
import { FieldLabel } from './FieldLabel';
import css from './TextInput.module.css';

interface TextInputProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  label: string;
  /** What is wrong with what was typed, in one sentence. */
  error?: string | undefined;
  hint?: string;
  /** Stands at the right end of the label's line. */
  aside?: ReactNode;
}

/** A text field with its label above it and its fault below it. */
export function TextInput({ label, error, hint, aside, ...input }: TextInputProps) {
  const id = useId();
  const help = error ?? hint;
  return (
    <div className={css.field}>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <input
        type="text"
        dir="auto"
        {...input}
        className={field.line}
        id={id}
        aria-invalid={Boolean(error)}
        aria-describedby={help ? `${id}-help` : undefined}
      />
      {/* After the field, so that Tab goes from field to field; above it only to the eye. */}
      {aside && <div className={css.aside}>{aside}</div>}
      {help && (
        <p className={css.help} id={`${id}-help`} role={error ? 'alert' : undefined}>
          {help}
        </p>
      )}
    </div>
  );
}
