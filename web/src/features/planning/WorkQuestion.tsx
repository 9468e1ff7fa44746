import { SETTINGS_ID } from '@daymark/contract/settings';
import { useState, type SubmitEvent } from 'react';
import { shortWeekday, startOfDay } from '../../lib/time/dates';
import { changeWithUndo } from '../../records/changeWithUndo';
import { useSync } from '../../sync/useSync';
import { Button } from '../../ui/controls/Button';
import { TimeInput } from '../../ui/fields/TimeInput';
import {
  answerDrafts,
  dayError,
  hoursOf,
  lunchError,
  USUAL,
  USUAL_LUNCH,
  WEEKDAYS,
  withLunch,
  type WorkAnswer,
} from './typedHours';
import css from './WorkQuestion.module.css';

interface WorkQuestionProps {
  /** The id of the element that gets the focus after Undo. */
  focusId: string;
  /** Runs the change that saves the answer, which removes the question. */
  removing: (save: () => void) => void;
}

const EMPTY: WorkAnswer = {
  hours: USUAL,
  days: [0, 1, 2, 3, 4],
  lunch: { isOn: false, ...USUAL_LUNCH },
};

/**
 * The form below "When do you work?": the days, the hours and a lunch break, the same on each day. /settings has the
 * hours of each day. Default export, because it is loaded when the question is opened.
 */
export default function WorkQuestion({ focusId, removing }: WorkQuestionProps) {
  const sync = useSync();
  const { userId } = sync;
  const [answer, setAnswer] = useState(() => answerDrafts.get(userId) ?? EMPTY);
  const [isSent, setSent] = useState(false);
  const { hours, days, lunch } = answer;
  const week = hoursOf(WEEKDAYS.map((_, day) => ({ ...hours, isOn: days.includes(day) })));
  const errors = {
    days: days.length === 0 ? 'Choose at least one day.' : undefined,
    hours: dayError({ ...hours, isOn: true }),
    lunch: lunchError(lunch, hoursOf([{ ...hours, isOn: true }])),
  };
  const change = (fields: Partial<WorkAnswer>) => {
    const next = { ...(answerDrafts.get(userId) ?? answer), ...fields };
    answerDrafts.set(userId, next);
    setAnswer(next);
    setSent(false);
  };
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSent(true);
    if (errors.days || errors.hours || errors.lunch) return;
    answerDrafts.set(userId, undefined);
    const { start, end } = lunch;
    const workingHours = [...withLunch(week, lunch.isOn ? { start, end } : undefined)];
    const fields = { workingHours, hoursSuggestionDismissed: true };
    removing(() =>
      changeWithUndo(
        sync,
        { title: 'Working hours saved', focusId },
        { requests: [{ kind: 'update', collection: 'settings', id: SETTINGS_ID, fields }] },
      ),
    );
  };
  return (
    <form className={css.form} noValidate aria-label="When do you work?" onSubmit={save}>
      <fieldset>
        <legend>Days</legend>
        <div>
          {WEEKDAYS.map((name, day) => (
            <label key={name}>
              <input
                type="checkbox"
                aria-label={name}
                checked={days.includes(day)}
                onChange={({ target }) =>
                  change({
                    days: target.checked ? [...days, day] : days.filter((one) => one !== day),
                  })
                }
              />
              <span aria-hidden="true">{SHORT_NAMES[day]}</span>
            </label>
          ))}
        </div>
        {isSent && errors.days && <p role="alert">{errors.days}</p>}
      </fieldset>
      <div className={css.times}>
        <TimeInput
          label="From"
          value={hours.start}
          onChange={(start) => change({ hours: { ...hours, start } })}
        />
        <TimeInput
          label="To"
          value={hours.end}
          error={isSent ? errors.hours : undefined}
          onChange={(end) => change({ hours: { ...hours, end } })}
        />
      </div>
      <label className={css.lunch}>
        <input
          type="checkbox"
          checked={lunch.isOn}
          onChange={({ target }) => change({ lunch: { ...lunch, isOn: target.checked } })}
        />
        Lunch break
      </label>
      {lunch.isOn && (
        <div className={css.times}>
          <TimeInput
            label="Break from"
            value={lunch.start}
            onChange={(start) => change({ lunch: { ...lunch, start } })}
          />
          <TimeInput
            label="Break to"
            value={lunch.end}
            error={isSent ? errors.lunch : undefined}
            onChange={(end) => change({ lunch: { ...lunch, end } })}
          />
        </div>
      )}
      <Button type="submit" variant="contained" size="small">
        Save hours
      </Button>
    </form>
  );
}

/** "Mon" to "Sun". 2026-11-16 is a Monday. */
const SHORT_NAMES = WEEKDAYS.map((_, day) => shortWeekday(startOfDay(`2026-11-${16 + day}`)));
