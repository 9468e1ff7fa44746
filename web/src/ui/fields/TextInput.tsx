import { useId, type ComponentProps, type ReactNode } from 'react';
import field from './Field.module.css';
import { FieldLabel } from './FieldLabel';
import css from './TextInput.module.css';

interface TextInputProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  label: string;
  /** Gives the label to screen readers only, if the layout already shows the field's purpose. */
  hideLabel?: boolean;
  /** The field error, one sentence that may contain a link. */
  error?: ReactNode;
  hint?: string;
  /** Shown at the right end of the label's line. */
  aside?: ReactNode;
  /**
   * Drawn over the field and below it. Pass `false` when there is nothing to draw, because undefined would mount the
   * input anew.
   */
  children?: ReactNode;
}

/** A text field with its label above it, and its error or hint below it. */
export function TextInput({
  label,
  hideLabel = false,
  error,
  hint,
  aside,
  children,
  ...input
}: TextInputProps) {
  const id = useId();
  const help = error ?? hint;
  const line = (
    <input
      type="text"
      dir="auto"
      aria-label={hideLabel ? label : undefined}
      {...input}
      className={field.line}
      id={id}
      aria-invalid={Boolean(error)}
      aria-describedby={help ? `${id}-help` : undefined}
    />
  );
  return (
    <div className={css.field}>
      {!hideLabel && <FieldLabel htmlFor={id}>{label}</FieldLabel>}
      {children === undefined ? (
        line
      ) : (
        <div className={css.input}>
          {line}
          {children}
        </div>
      )}
      {/* After the input, so that Tab goes from input to input. CSS shows `aside` above the input. */}
      {aside && <div className={css.aside}>{aside}</div>}
      {help && (
        <p className={css.help} id={`${id}-help`} role={error ? 'alert' : undefined}>
          {help}
        </p>
      )}
    </div>
  );
}
