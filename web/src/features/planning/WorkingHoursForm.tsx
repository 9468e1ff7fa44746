import { useRef, useState } from 'react';
import { useSync } from '../../sync/useSync';
import { Button } from '../../ui/Button';
import { TextButton } from '../../ui/TextButton';
import { TextInput } from '../../ui/TextInput';
import type { WorkingHours } from './freeTime';
import { dayError, hoursDrafts, hoursOf, typedHours, WEEKDAYS, type TypedDay } from './typedHours';
import css from './WorkingHoursForm.module.css';

interface WorkingHoursFormProps {
  hours: WorkingHours;
  onSave: (hours: WorkingHours) => void;
}

/** Each weekday's working hours. What is typed stays in this browser until it is saved or discarded. */
export function WorkingHoursForm({ hours, onSave }: WorkingHoursFormProps) {
  const { userId } = useSync();
  const [draft, setDraft] = useState(() => hoursDrafts.get(userId));
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const typed = draft ?? typedHours(hours);
  const errors = typed.map(dayError);
  const keep = (next: readonly TypedDay[] | undefined) => {
    const changed =
      next && JSON.stringify(next) !== JSON.stringify(typedHours(hours)) ? [...next] : undefined;
    hoursDrafts.set(userId, changed);
    setDraft(changed);
    if (!changed) setChecked(false);
  };
  const change = (index: number, fields: Partial<TypedDay>) =>
    keep(typed.map((day, at) => (at === index ? { ...day, ...fields } : day)));
  const submit = () => {
    setChecked(true);
    const wrong = errors.findIndex((error) => error !== undefined);
    if (wrong >= 0) {
      form.current?.querySelector<HTMLInputElement>(`[name="end-${wrong}"]`)?.focus();
      return;
    }
    hoursDrafts.set(userId, undefined);
    setDraft(undefined);
    setChecked(false);
    if (draft) onSave(hoursOf(typed));
  };
  const isSame = (day: TypedDay) =>
    typed.every(
      ({ isOn, start, end }) => isOn === day.isOn && start === day.start && end === day.end,
    );
  return (
    <form
      ref={form}
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ul>
        {typed.map((day, index) => {
          const name = WEEKDAYS[index] ?? '';
          return (
            <li key={name}>
              <label>
                <input
                  type="checkbox"
                  checked={day.isOn}
                  onChange={({ target }) => change(index, { isOn: target.checked })}
                />
                {name}
              </label>
              {day.isOn ? (
                <>
                  <div className={css.times}>
                    <TextInput
                      label={`${name} start`}
                      hideLabel
                      type="time"
                      value={day.start}
                      onChange={({ target }) => change(index, { start: target.value })}
                    />
                    <span aria-hidden="true">to</span>
                    <TextInput
                      label={`${name} end`}
                      hideLabel
                      type="time"
                      name={`end-${index}`}
                      value={day.end}
                      error={isChecked ? errors[index] : undefined}
                      onChange={({ target }) => change(index, { end: target.value })}
                    />
                  </div>
                  {!isSame(day) && (
                    <TextButton
                      aria-label={`Apply to all days: ${name}’s hours`}
                      onClick={() => keep(typed.map(() => day))}
                    >
                      Apply to all days
                    </TextButton>
                  )}
                </>
              ) : (
                <p>Day off</p>
              )}
            </li>
          );
        })}
      </ul>
      <footer>
        <Button type="submit" variant="contained" disabled={!draft}>
          Save
        </Button>
        {draft && (
          <>
            <Button onClick={() => keep(undefined)}>Discard changes</Button>
            <span role="status">Not saved yet</span>
          </>
        )}
      </footer>
    </form>
  );
}
