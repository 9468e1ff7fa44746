import { useController } from 'react-hook-form';
import { personsDay } from '../../../lib/time/dates';
import { ChoiceGroup } from '../../../ui/controls/ChoiceGroup';
import { TextInput } from '../../../ui/fields/TextInput';
import { useNow } from '../../../ui/hooks/useNow';
import css from './PlanFields.module.css';
import { namedDays } from '../../../domain/tasks/namedDays';
import { RepeatField } from '../../../ui/fields/RepeatField';
import type { TypedPlan } from '../../../domain/line/typedPlan';

interface PlanFieldsProps {
  /** The values that the task's title sets, which are shown instead of the form's values. */
  fromTitle?: Partial<TypedPlan> | undefined;
  /** The field that gets the focus. */
  focused?: 'estimate' | undefined;
  /** Called after a field is changed. */
  onChange?: (field: keyof TypedPlan) => void;
}

/**
 * The fields for a task's day, deadline, estimate and repeat, in the Add Task dialog and the task details. The fields
 * edit the `plan` of the form around them.
 */
export function PlanFields({ fromTitle, focused, onChange }: PlanFieldsProps) {
  const today = personsDay(useNow());
  // Leaves out Next week on a Sunday, because it is then the same day as Tomorrow.
  const named = new Map(
    namedDays(today)
      .map((day) => [day.value, day] as const)
      .toReversed(),
  );
  const plannedDay = usePlanField('plannedDay', fromTitle, onChange);
  const deadline = usePlanField('deadline', fromTitle, onChange);
  const estimate = usePlanField('estimate', fromTitle, onChange);
  const repeat = usePlanField('repeat', fromTitle, onChange);
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
          wrongControl={repeat.ref}
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
  fromTitle: PlanFieldsProps['fromTitle'],
  onChange: PlanFieldsProps['onChange'],
) {
  const { field, fieldState } = useController<PlanForm, `plan.${Name}`>({ name: `plan.${name}` });
  const titleSays = fromTitle?.[name];
  const value: TypedPlan[Name] = titleSays ?? field.value;
  return {
    ...field,
    value,
    // The error may be about the form's own value, which is not shown.
    error: titleSays === undefined ? fieldState.error?.message : undefined,
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
      // An incomplete date has an empty value, but it is not the same as no date.
      onChange={({ target }) => onChange(target.value || (target.validity.badInput ? '' : null))}
    />
  );
}
