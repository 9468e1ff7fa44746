import { useState } from 'react';
import { MODE_NAMES } from '@daymark/contract/focusTimerState';

import { pausedSeconds, timesOf, type TakenSession } from '../../domain/focus/sessionEdit';
import { plainDuration } from '../../lib/time/durationText';
import type { SessionFields } from '../../records/focus/focusQueries';
import { Button } from '../../ui/controls/Button';
import { Dialog } from '../../ui/dialogs/Dialog';
import { LongField } from '../../ui/fields/LongField';
import { TextInput } from '../../ui/fields/TextInput';
import { TimeInput } from '../../ui/fields/TimeInput';
import { useNow } from '../../ui/hooks/useNow';
import css from './SessionDialog.module.css';
import type { OpenSession, TypedSession } from './sessionDrafts';
import { NOTE_MAX } from './sessionNote';
import { TaskPicker } from './TaskPicker';
import { readTyped, type SessionErrors } from './typedSession';

interface SessionDialogProps {
  open: OpenSession;
  /** Whether the fields differ from the session, or from what was proposed for a new one. */
  isDirty: boolean;
  /** The times of the other sessions. */
  taken: readonly TakenSession[];
  onType: (typed: TypedSession) => void;
  /** Receives all fields of a new session, or the changed ones. */
  onSave: (fields: Partial<SessionFields>) => void;
  onDelete: () => void;
  onClose: () => void;
}

/** Changes, adds or deletes a session. Default export, because it is loaded lazily. */
export default function SessionDialog({
  open: { before, typed },
  isDirty,
  taken,
  onType,
  onSave,
  onDelete,
  onClose,
}: SessionDialogProps) {
  const now = useNow();
  const [errors, setErrors] = useState<SessionErrors>({});
  const type = (fields: Partial<TypedSession>) => onType({ ...typed, ...fields });
  const typeTime = (field: keyof SessionErrors, fields: Partial<TypedSession>) => {
    // An overlap is an error at one field that both fields can mend.
    setErrors({});
    type({ ...fields, ...(field === 'start' && endDayFor(typed, fields)) });
  };
  const save = () => {
    const read = readTyped(typed, before, taken, new Date());
    if ('errors' in read) setErrors(read.errors);
    else onSave(before ? read.fields : { taskId: null, note: null, ...read.fields });
  };
  const mode = before?.mode ?? 'focus';
  return (
    <Dialog
      title={before ? `Edit ${MODE_NAMES[mode].toLowerCase()} session` : 'Add focus session'}
      width="sm"
      fillsPhone
      onClose={onClose}
      isDirty={isDirty}
      aside={
        before && (
          <Button color="error" onClick={onDelete}>
            Delete
          </Button>
        )
      }
      actions={
        <Button type="submit" form="session" variant="contained">
          Save
        </Button>
      }
    >
      <form
        id="session"
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {mode === 'focus' && (
          <TaskPicker label="Task" taskId={typed.taskId} onChange={(taskId) => type({ taskId })} />
        )}
        <div className={css.when}>
          <TextInput
            label="Start date"
            type="date"
            max="9998-12-31"
            value={typed.startDay}
            onChange={({ target }) => typeTime('start', { startDay: target.value })}
          />
          <TimeInput
            label="Start time"
            error={errors.start}
            value={typed.startTime}
            onChange={(startTime) => typeTime('start', { startTime })}
          />
          <TextInput
            label="End date"
            type="date"
            max="9998-12-31"
            value={typed.endDay}
            onChange={({ target }) => typeTime('end', { endDay: target.value })}
          />
          <TimeInput
            label="End time"
            error={errors.end}
            value={typed.endTime}
            onChange={(endTime) => typeTime('end', { endTime })}
          />
        </div>
        <p className={css.length} role="status">
          {lengthText(readTyped(typed, before, taken, now), before)}
        </p>
        <LongField
          label="Note"
          error={undefined}
          rows={2}
          maxLength={NOTE_MAX}
          value={typed.note}
          onChange={({ target }) => type({ note: target.value })}
        />
      </form>
    </Dialog>
  );
}

/** Returns the end date for a new start date: the end stays as many days after the start as it was. */
function endDayFor(typed: TypedSession, { startDay }: Partial<TypedSession>) {
  const isSameDay = typed.startDay === typed.endDay;
  return startDay !== undefined && isSameDay ? { endDay: startDay } : {};
}

/** Returns for example "25m, without 5m of pauses", or nothing while the times can't be saved. */
function lengthText(
  read: ReturnType<typeof readTyped>,
  before: OpenSession['before'],
): string | undefined {
  if ('errors' in read) return undefined;
  const times = read.span ? timesOf(read.span, before ?? undefined) : before;
  if (!times) return undefined;
  const paused = pausedSeconds(times) / 60;
  const length = plainDuration(times.actualSeconds / 60);
  return paused < 1 ? length : `${length}, without ${plainDuration(paused)} of pauses`;
}
