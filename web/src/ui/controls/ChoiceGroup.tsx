import css from './ChoiceGroup.module.css';

interface ChoiceGroupProps<Value extends string> {
  /** The name of the group, for screen readers. */
  label: string;
  choices: readonly { value: Value; label: string }[];
  /** Undefined while the value is not known. */
  value: Value | undefined;
  onChange: (value: Value) => void;
}

/** A row of buttons, one of them selected: quick filters, a range of days. */
export function ChoiceGroup<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: ChoiceGroupProps<Value>) {
  return (
    <div className={css.choices} role="group" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
