import { localDay } from '../../../lib/time/dates';
import { ChoiceGroup } from '../../../ui/controls/ChoiceGroup';
import { TextInput } from '../../../ui/fields/TextInput';
import { useNow } from '../../../ui/hooks/useNow';
import css from './PlanFields.module.css';
import { namedDays } from '../../../domain/tasks/namedDays';
import { RepeatField } from './RepeatField';
import { BAD_DAY, type PlanErrors, type TypedPlan } from '../../../domain/line/typedPlan';

interface PlanFieldsProps {
  typed: TypedPlan;
  errors: PlanErrors;
  /** What gets the focus. */
  focused?: 'estimate' | undefined;
  /** The fields that were changed; an error is that of a date of which a part is missing. */
  onChange: (fields: Partial<TypedPlan>, errors?: PlanErrors) => void;
}

/** A task's day, deadline, estimate and repeat, in the Add Task dialog and the details of a task (design part 8). */
export function PlanFields({ typed, errors, focused, onChange }: PlanFieldsProps) {
  const today = localDay(useNow());
  // On a Sunday, tomorrow and next week are the same day.
  const named = new Map(
    namedDays(today)
      .map((day) => [day.value, day] as const)
      .toReversed(),
  );
  const dayField = (field: 'plannedDay' | 'deadline', label: string) => (
    <TextInput
      label={label}
      type="date"
      max="9998-12-31"
      value={typed[field]}
      error={errors[field]}
      // A date of which a part is missing has no value, and is not the same as none.
      onChange={({ target }) =>
        onChange(
          { [field]: target.value },
          { [field]: target.validity.badInput ? BAD_DAY : undefined },
        )
      }
    />
  );
  return (
    <>
      <div className={css.pair}>
        {dayField('plannedDay', 'Day')}
        <div className={css.days}>
          <ChoiceGroup
            label="Plan for"
            choices={[...[...named.values()].toReversed(), { value: '', label: 'No day' }]}
            value={typed.plannedDay}
            onChange={(plannedDay) => onChange({ plannedDay })}
          />
        </div>
        <div className={css.deadline}>{dayField('deadline', 'Deadline')}</div>
      </div>
      <div className={css.pair}>
        <TextInput
          label="Estimate"
          placeholder="45m, 1h 30m"
          autoComplete="off"
          autoFocus={focused === 'estimate'}
          // The typed estimate replaces the old one.
          onFocus={({ target }) => target.select()}
          value={typed.estimate}
          error={errors.estimate}
          onChange={({ target }) => onChange({ estimate: target.value })}
        />
        <RepeatField
          value={typed.repeat}
          from={typed.plannedDay || today}
          isPlanned={typed.plannedDay !== ''}
          onChange={(repeat) => onChange({ repeat })}
          onInvalid={(error) => onChange({}, { repeat: error })}
        />
      </div>
    </>
  );
}
