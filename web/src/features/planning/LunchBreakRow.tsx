import { useState } from 'react';
import { useSync } from '../../sync/useSync';
import { TimeInput } from '../../ui/fields/TimeInput';
import type { WorkingHours } from '../../domain/planning/freeTime';
import {
  lunchDrafts,
  lunchError,
  lunchOf,
  USUAL_LUNCH,
  withLunch,
  type DayHours,
} from './typedHours';
import css from './WorkingHoursForm.module.css';

interface LunchBreakRowProps {
  hours: WorkingHours;
  onSave: (hours: WorkingHours) => void;
}

/**
 * The lunch break of every working day that contains it. It is saved as the days are: when the focus leaves its times,
 * on Enter, and when its checkbox changes. A break with an error stays as typed.
 */
export function LunchBreakRow({ hours, onSave }: LunchBreakRowProps) {
  const { userId } = useSync();
  const lunch = lunchOf(hours);
  const saved: DayHours = { isOn: lunch !== undefined, ...(lunch ?? USUAL_LUNCH) };
  const [typed, setTyped] = useState(() => lunchDrafts.get(userId));
  const [isLeft, setLeft] = useState(true);
  const shown = typed ?? saved;
  const change = (fields: Partial<DayHours>) => {
    const next = { ...(lunchDrafts.get(userId) ?? shown), ...fields };
    lunchDrafts.set(userId, next);
    setTyped(next);
  };
  const commit = () => {
    setLeft(true);
    const next = lunchDrafts.get(userId);
    if (!next || lunchError(next, hours)) return;
    lunchDrafts.set(userId, undefined);
    setTyped(undefined);
    const { isOn, start, end } = next;
    const isSame = isOn === saved.isOn && (!isOn || (start === saved.start && end === saved.end));
    if (!isSame) onSave(withLunch(hours, isOn ? { start, end } : undefined));
  };
  return (
    <div className={css.lunch}>
      <label>
        <input
          type="checkbox"
          checked={shown.isOn}
          onChange={({ target }) => {
            change({ isOn: target.checked });
            commit();
          }}
        />
        Lunch break
      </label>
      {shown.isOn ? (
        <div
          className={css.times}
          onFocus={() => setLeft(false)}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) commit();
          }}
          onKeyDown={({ key }) => key === 'Enter' && commit()}
        >
          <TimeInput
            label="Lunch break start"
            hideLabel
            value={shown.start}
            onChange={(start) => change({ start })}
          />
          <span aria-hidden="true">to</span>
          <TimeInput
            label="Lunch break end"
            hideLabel
            value={shown.end}
            error={isLeft ? lunchError(shown, hours) : undefined}
            onChange={(end) => change({ end })}
          />
        </div>
      ) : (
        <p>None</p>
      )}
    </div>
  );
}
