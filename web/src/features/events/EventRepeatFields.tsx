import { REPEAT_COUNT_MAX } from '@daymark/contract/repeats/eventRepeat';
import { useController, type Control, type UseFormRegister } from 'react-hook-form';
import type { LocalDay } from '../../lib/time/dates';
import { RepeatField } from '../../ui/fields/RepeatField';
import { SelectField } from '../../ui/fields/SelectField';
import { TextInput } from '../../ui/fields/TextInput';
import type { TypedEvent } from './eventDrafts';
import css from './EventDialog.module.css';

interface EventRepeatFieldsProps {
  control: Control<TypedEvent>;
  register: UseFormRegister<TypedEvent>;
  /** How the series ends, or undefined if the event doesn't repeat. */
  ends: TypedEvent['ends'] | undefined;
  errors: { until: string | undefined; count: string | undefined };
  /** The first day of the event. */
  from: LocalDay;
}

/** The fields for how an event repeats, and when its series ends. */
export function EventRepeatFields({
  control,
  register,
  ends,
  errors,
  from,
}: EventRepeatFieldsProps) {
  const { field } = useController({ control, name: 'repeat' });
  return (
    <div className={css.repeat}>
      <RepeatField
        value={field.value}
        from={from}
        isOnSchedule
        wrongControl={field.ref}
        onChange={field.onChange}
      />
      {ends && (
        <div className={css.ends}>
          <SelectField label="Ends" {...register('ends')}>
            <option value="never">Never</option>
            <option value="on">On a day</option>
            <option value="after">After</option>
          </SelectField>
          {ends === 'on' && (
            <TextInput
              label="Last day"
              type="date"
              max="9998-12-31"
              error={errors.until}
              {...register('until')}
            />
          )}
          {ends === 'after' && (
            <TextInput
              label="Times"
              type="number"
              inputMode="numeric"
              min={1}
              max={REPEAT_COUNT_MAX}
              step={1}
              error={errors.count}
              {...register('count')}
            />
          )}
        </div>
      )}
    </div>
  );
}
