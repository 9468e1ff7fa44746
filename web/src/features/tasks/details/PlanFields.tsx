import { useController } from 'react-hook-form';
import { localDay } from '../../../lib/time/dates';
import { ChoiceGroup } from '../../../ui/controls/ChoiceGroup';
import { TextInput } from '../../../ui/fields/TextInput';
import { useNow } from '../../../ui/hooks/useNow';
import css from './PlanFields.module.css';
import { namedDays } from '../../../domain/tasks/namedDays';
import { RepeatField } from './RepeatField';
import type { TypedPlan } from '../../../domain/line/typedPlan';

interface PlanFieldsProps {
  /** Shown in place of what is typed. */
  said?: Partial<TypedPlan> | undefined;
  /** What gets the focus. */
  focused?: 'estimate' | undefined;
  /** Called after a field is changed. */
  onChange?: (field: keyof TypedPlan) => void;
}

/**
 * A task's day, deadline, estimate and repeat, in the Add Task dialog and the details of a task (design part 8): the
 * `plan` of the form around them.
 */
export function PlanFields({ said, focused, onChange }: PlanFieldsProps) {
  const today = localDay(useNow());
  // On a Sunday, tomorrow and next week are the same day.
  const named = new Map(
    namedDays(today)
      .map((day) => [day.value, day] as const)
      .toReversed(),
  );
  const plannedDay = usePlanField('plannedDay', said, onChange);
  const deadline = usePlanField('deadline', said, onChange);
  const estimate = usePlanField('estimate', said, onChange);
  const repeat = usePlanField('repeat', said, onChange);
  return (
    <>
      <div className={css.pair}>
        <DayInput label="Day" {...plannedDay} />
        <div className={css.days}>
          <ChoiceGroup
            label="Plan for"
            choices={[...[...named.values()].toReversed(), { value: '', label: 'No day' }]}
            value={plannedDay.value ?? ''}
            onChange={(day) => plannedDay.onChange(day || null)}
          />
        </div>
        <div className={css.deadline}>
          <DayInput label="Deadline" {...deadline} />
        </div>
      </div>
      <div className={css.pair}>
        <TextInput
          label="Estimate"
          placeholder="45m, 1h 30m"
          autoComplete="off"
          autoFocus={focused === 'estimate'}
          {...estimate}
          // The typed estimate replaces the old one.
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => estimate.onChange(target.value)}
        />
        <RepeatField
          value={repeat.value}
          from={plannedDay.value || today}
          isPlanned={Boolean(plannedDay.value)}
          onChange={repeat.onChange}
        />
      </div>
    </>
  );
}

interface PlanForm {
  plan: TypedPlan;
}

/** Returns the props of a field of the plan. */
function usePlanField<Name extends keyof TypedPlan>(
  name: Name,
  said: PlanFieldsProps['said'],
  onChange: PlanFieldsProps['onChange'],
) {
  const { field, fieldState } = useController<PlanForm, `plan.${Name}`>({ name: `plan.${name}` });
  const value: TypedPlan[Name] = said?.[name] ?? field.value;
  return {
    ...field,
    value,
    error: fieldState.error?.message,
    onChange: (value: TypedPlan[Name]) => {
      field.onChange(value);
      onChange?.(name);
    },
  };
}

type DayInputProps = ReturnType<typeof usePlanField<'plannedDay' | 'deadline'>> & { label: string };

function DayInput({ value, onChange, ...input }: DayInputProps) {
  return (
    <TextInput
      {...input}
      type="date"
      max="9998-12-31"
      value={value ?? ''}
      // A date of which a part is missing has no value, and is not the same as none.
      onChange={({ target }) => onChange(target.value || (target.validity.badInput ? '' : null))}
    />
  );
}
