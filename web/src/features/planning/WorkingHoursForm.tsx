import { useEffect, useEffectEvent, useState } from 'react';
import { useSync } from '../../sync/useSync';
import { SettingRow } from '../../ui/layout/SettingRow';
import { TextButton } from '../../ui/controls/TextButton';
import { TimeInput } from '../../ui/fields/TimeInput';
import { useSavedSettings } from '../../records/settings/settingsQueries';
import type { WorkingHours } from '../../domain/planning/freeTime';
import { useWorkingHours } from '../../records/settings/useWorkingHours';
import { LunchBreakRow } from './LunchBreakRow';
import {
  dayError,
  hoursDrafts,
  hoursOf,
  lunchOf,
  typedHours,
  WEEKDAYS,
  withLunch,
  type DayHours,
} from './typedHours';
import css from './WorkingHoursForm.module.css';

/** The form for working hours, which saves automatically. */
export function WorkingHoursForm() {
  const { hours, isPending } = useWorkingHours();
  const { save, state } = useSavedSettings('Working hours changed', 'workingHours');
  return (
    <div className={css.form}>
      <SettingRow
        title="Working hours"
        text="Your free time is what remains of them after your events."
        state={state}
      />
      {isPending ? (
        <div className={css.pending} />
      ) : (
        <>
          <Week
            hours={hours}
            onSave={(workingHours) => save({ workingHours: [...workingHours] })}
          />
          <LunchBreakRow
            hours={hours}
            onSave={(workingHours) => save({ workingHours: [...workingHours] })}
          />
        </>
      )}
    </div>
  );
}

interface WeekProps {
  hours: WorkingHours;
  onSave: (hours: WorkingHours) => void;
}

/**
 * The hours of each weekday. A day is saved when the focus leaves its times, on Enter, and when its checkbox changes. A
 * day with an error isn't saved and stays as typed, in a draft in this browser. The other days are still saved.
 */
function Week({ hours, onSave }: WeekProps) {
  const { userId } = useSync();
  const saved = JSON.stringify(hours);
  const [known, setKnown] = useState(saved);
  const [typed, setTyped] = useState(() => hoursDrafts.get(userId) ?? typedHours(hours));
  /**
   * The days that show their errors. A day is removed when its times get the focus. It is added again when the focus
   * leaves the times, or on Enter.
   */
  const [left, setLeft] = useState<readonly number[]>(ALL);
  if (saved !== known) {
    // The hours were saved here or changed elsewhere. A day off keeps its times, and a day that can't be saved stays as
    // typed.
    const before = typedHours(JSON.parse(known) as WorkingHours);
    const now = typedHours(hours);
    setKnown(saved);
    setTyped(
      typed.map((day, at) =>
        isSame(before[at], now[at]) || isSame(hoursMeant(day), hoursMeant(now[at]))
          ? day
          : (now[at] ?? day),
      ),
    );
  }
  const keep = (next: readonly DayHours[]) => {
    hoursDrafts.set(userId, isSameHours(hoursOf(next), hours) ? undefined : [...next]);
    setTyped([...next]);
  };
  const saveDays = (next: readonly DayHours[], days: readonly number[]) => {
    const meant = withLunch(hoursOf(next), lunchOf(hours));
    const valid = hours.map((time, at) => {
      const day = next[at];
      return day && days.includes(at) && !dayError(day) ? (meant[at] ?? null) : time;
    });
    hoursDrafts.set(userId, isSameHours(valid, meant) ? undefined : [...next]);
    if (!isSameHours(valid, hours)) onSave(valid);
  };
  const commit = (next: readonly DayHours[], days: readonly number[]) => {
    setLeft([...new Set([...left, ...days])]);
    saveDays(next, days);
  };
  const change = (index: number, fields: Partial<DayHours>) => {
    const next = typed.map((day, at) => (at === index ? { ...day, ...fields } : day));
    keep(next);
    return next;
  };
  // Saves the draft that remained when the page was left.
  const commitDraft = useEffectEvent(() => {
    if (hoursDrafts.get(userId)) saveDays(typed, ALL);
  });
  useEffect(() => commitDraft(), []);
  return (
    <ul>
      {typed.map((day, index) => {
        const name = WEEKDAYS[index] ?? '';
        // A field may have changed in the same event, so the draft is newer than the rendered values.
        const leave = () => commit(hoursDrafts.get(userId) ?? typedHours(hours), [index]);
        return (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                checked={day.isOn}
                onChange={({ target }) => commit(change(index, { isOn: target.checked }), [index])}
              />
              {name}
            </label>
            {day.isOn ? (
              <>
                <div
                  className={css.times}
                  onFocus={() => setLeft(left.filter((at) => at !== index))}
                  onBlur={({ currentTarget, relatedTarget }) => {
                    if (!currentTarget.contains(relatedTarget)) leave();
                  }}
                  onKeyDown={({ key }) => key === 'Enter' && leave()}
                >
                  <TimeInput
                    label={`${name} start`}
                    hideLabel
                    value={day.start}
                    onChange={(start) => change(index, { start })}
                  />
                  <span aria-hidden="true">to</span>
                  <TimeInput
                    label={`${name} end`}
                    hideLabel
                    value={day.end}
                    error={left.includes(index) ? dayError(day) : undefined}
                    onChange={(end) => change(index, { end })}
                  />
                </div>
                {!typed.every((other) => isSame(other, day)) && (
                  <TextButton
                    aria-label={`Apply to all days: ${name}’s hours`}
                    onClick={() => {
                      const next = typed.map(() => day);
                      keep(next);
                      commit(next, ALL);
                    }}
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
  );
}

const ALL = WEEKDAYS.map((_, index) => index);

/** Compares through the form's values, because the server may return the fields in another order. */
const isSameHours = (a: WorkingHours, b: WorkingHours): boolean =>
  isSame(typedHours(a), typedHours(b));

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns the hours that a day of the form means, or null for a day off. */
const hoursMeant = (day: DayHours | undefined) => day && hoursOf([day])[0];
